import { days, later } from '../../platform/clock.ts'

export const graceMs = 10_000
export const idleDays = 14
export const sessionDays = 30

/** What is known of a presented refresh token and its family. */
export interface PresentedToken {
  createdAt: Date
  usedAt: Date | null
  supersededAt: Date | null
  /** Whether any token that was issued for this one has itself been used. */
  successorUsed: boolean
  session: { expiresAt: Date; revokedAt: Date | null }
}

export type Verdict =
  /** Issue a successor. */
  | 'rotate'
  /** The answer that carried the successors was lost: they are void, issue another. */
  | 'replace_successors'
  /** Someone uses a token that its owner has moved on from: the whole family ends. */
  | 'reused'
  /** Expired, idle for too long, or of an ended session. */
  | 'dead'

/** The rule of rotation, without clock or store. */
export const judgeRefresh = (token: PresentedToken, now: Date): Verdict => {
  const { session, usedAt } = token
  if (session.revokedAt !== null || session.expiresAt <= now) return 'dead'
  if (token.supersededAt !== null) return 'reused'
  if (later(token.createdAt, days(idleDays)) <= now) return 'dead'
  if (usedAt === null) return 'rotate'
  if (later(usedAt, graceMs) > now) return 'rotate'
  return token.successorUsed ? 'reused' : 'replace_successors'
}
