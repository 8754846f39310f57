import { days, later } from '../../platform/clock.ts'

export const graceMs = 10_000
export const idleDays = 14
export const sessionDays = 30

/** A presented refresh token and the state of its family. */
export interface PresentedToken {
  createdAt: Date
  usedAt: Date | null
  /** Set when another token of the family was used first. */
  supersededAt: Date | null
  /** Whether a successor of this token has been used, or none is left that could be used. */
  successorSettled: boolean
  session: { expiresAt: Date; revokedAt: Date | null }
}

export type Verdict =
  /** First use: issue a successor and kill every other unused token of the family, so that a fork is detected. */
  | 'rotate'
  /** Within the grace: another tab sent the same cookie and gets a successor of its own. */
  | 'repeat'
  /**
   * The answer that carried the successors was lost: issue another, and begin a new grace. Successors older than the
   * grace are killed; younger ones may be on their way to another tab.
   */
  | 'recover'
  /** Two parties hold tokens of this family: the whole family ends. */
  | 'reused'
  /** Expired, idle for too long, or of an ended session. */
  | 'dead'

export type GoodVerdict = Exclude<Verdict, 'reused' | 'dead'>

/** The rotation rule, as a pure function. */
export const judgeRefresh = (token: PresentedToken, now: Date): Verdict => {
  const { session, usedAt } = token
  if (session.revokedAt !== null || session.expiresAt <= now) return 'dead'
  if (token.supersededAt !== null) return 'reused'
  if (later(token.createdAt, days(idleDays)) <= now) return 'dead'
  if (usedAt === null) return 'rotate'
  if (later(usedAt, graceMs) > now) return 'repeat'
  return token.successorSettled ? 'reused' : 'recover'
}

/** What a valid verdict changes in the family besides issuing the new token. */
export const effectsOf: Record<GoodVerdict, { beginsGrace: boolean; kills: 'unused' | 'lost_successors' | 'none' }> = {
  rotate: { beginsGrace: true, kills: 'unused' },
  repeat: { beginsGrace: false, kills: 'none' },
  recover: { beginsGrace: true, kills: 'lost_successors' },
}
