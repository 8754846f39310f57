import { setTimeout as pause } from 'node:timers/promises'

/** The current time. Injected so that a test can advance it by 15 minutes. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/**
 * Resolves after the given number of milliseconds, or rejects when the signal aborts. Injected so that tests need not
 * wait.
 */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>

export const systemSleep: Sleep = (milliseconds, signal) => pause(milliseconds, undefined, { signal })

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000

export const later = (date: Date, milliseconds: number): Date => new Date(date.getTime() + milliseconds)
