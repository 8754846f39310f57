/** The time, handed in so that a test can let 15 minutes pass. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000

export const later = (date: Date, milliseconds: number): Date => new Date(date.getTime() + milliseconds)
