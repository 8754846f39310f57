import type { LimitRule } from '@deal-canvas/contract'
import { DomainError } from '../../domain-error.ts'

/**
 * Counts that survive a restart and hold across nodes. They are taken before a transaction starts: otherwise the
 * rollback of a failed attempt would undo its count, making failures free.
 */
export interface Limits {
  /** Counts one call; over the limit it rejects and says when to retry. */
  take(rule: LimitRule, key: string): Promise<void>
  /** Counts one call and returns the new count; never rejects. */
  count(rule: LimitRule, key: string): Promise<number>
  /** Takes back a call that should not count, such as a successful sign-in. */
  giveBack(rule: LimitRule, key: string): Promise<void>
}

export const tooOften = (waitMs: number): DomainError =>
  new DomainError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
