import type { LimitRule } from '@deal-canvas/contract'
import { DomainError } from '../../domain-error.ts'

/**
 * Counts that survive a restart and hold across nodes. They are taken before a transaction begins: a failure that
 * undid its own count would be free.
 */
export interface Limits {
  /** Counts one; over the limit it refuses and says when to come back. */
  take(rule: LimitRule, key: string): Promise<void>
  /** Counts one and answers how many there are now; never refuses. */
  count(rule: LimitRule, key: string): Promise<number>
  /** Takes back one that turned out not to count, such as a sign-in that succeeded. */
  giveBack(rule: LimitRule, key: string): Promise<void>
}

export const tooOften = (waitMs: number): DomainError =>
  new DomainError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
