import { webhookRetryHours } from '@deal-canvas/contract'
import { hours, later, minutes, seconds } from '../../platform/clock.ts'

/** After the first failure, the second, and so on; then the last one again. */
const delays = [seconds(5), seconds(30), minutes(2), minutes(10), minutes(30), hours(1), hours(2), hours(4)] as const
const longest = hours(4)
/** The part of a delay that is random, so that what failed together is not sent again together. */
const jitter = 0.3
/** A receiver cannot put an event off for longer. */
const maxRetryAfterMs = hours(1)

interface Failed {
  /** How often the event has failed, this time included. */
  tries: number
  firstFailedAt: Date
  now: Date
  retryAfterMs: number | undefined
  /** From 0 to 1. */
  random: number
}

/** When a failed event is sent again; undefined: it is given up. The last attempt is made when its time is over. */
export const nextAttempt = ({ tries, firstFailedAt, now, retryAfterMs = 0, random }: Failed): Date | undefined => {
  const end = later(firstFailedAt, hours(webhookRetryHours))
  if (now >= end) return undefined
  const delay = (delays[tries - 1] ?? longest) * (1 - jitter * random)
  const next = later(now, Math.max(delay, Math.min(retryAfterMs, maxRetryAfterMs)))
  return next < end ? next : end
}

/** Reads a Retry-After header: seconds, or a date. Undefined: there is none that can be read. */
export const readRetryAfter = (header: string | null, now: Date): number | undefined => {
  if (header === null || header.length > 64) return undefined
  if (/^\d{1,9}$/.test(header)) return seconds(Number(header))
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
