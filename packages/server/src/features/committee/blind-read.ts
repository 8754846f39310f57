import { isSameState, type State } from './voted-state.ts'

/** What a blind first reading depends on. */
export interface Reading {
  /** Whether the organization hides votes, and the deal is still open. */
  isBlind: boolean
  userId: string
  now: State
  votes: readonly CastVote[]
}

export interface CastVote extends State {
  userId: string
  /** Whether it was revealed to everybody. */
  isRevealed: boolean
}

/** Whether the person voted on what the deal shows now: their first reading is over. */
export const hasRead = ({ userId, now, votes }: Reading): boolean =>
  votes.some((vote) => vote.userId === userId && isSameState(vote, now))

/**
 * Whether the person can see what somebody voted: their own vote, a revealed one, every vote once they have voted on
 * what the deal shows now, and votes on the same state as their own.
 */
export const canSeeVote = (reading: Reading, vote: CastVote): boolean => {
  const { isBlind, userId, votes } = reading
  if (!isBlind || vote.isRevealed || vote.userId === userId || hasRead(reading)) return true
  return votes.some((mine) => mine.userId === userId && isSameState(mine, vote))
}

/** Whether the person can see what the votes amount to: a sum tells about each vote in it. */
export const canSeeTally = (reading: Reading): boolean =>
  !reading.isBlind ||
  hasRead(reading) ||
  reading.votes.every((vote) => vote.userId === reading.userId || vote.isRevealed || !isSameState(vote, reading.now))
