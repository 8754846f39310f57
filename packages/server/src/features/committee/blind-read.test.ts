import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CastVote, canSeeTally, canSeeVote, hasRead } from './blind-read.ts'

const state = (memoVersion: number) => ({ memoVersion, modelVersion: 1, scenarioId: 'base', scenarioVersion: 0 })
const vote = (userId: string, memoVersion: number, isRevealed = false): CastVote => ({
  ...state(memoVersion),
  userId,
  isRevealed,
})

describe('a blind first reading', () => {
  const reading = (votes: CastVote[], more: object = {}) => ({
    isBlind: true,
    userId: 'me',
    now: state(2),
    votes,
    ...more,
  })

  it('hides the votes of others until the person has voted on what the deal shows now [COMMITTEE-6]', () => {
    const theirs = vote('other', 2)
    expect(canSeeVote(reading([theirs]), theirs)).toBe(false)
    expect(canSeeVote(reading([theirs, vote('me', 1)]), theirs)).toBe(false)
    expect(canSeeVote(reading([theirs, vote('me', 2)]), theirs)).toBe(true)
  })

  it('shows revealed votes, votes on the state that the person voted on, and their own [COMMITTEE-6]', () => {
    const [revealed, former, mine] = [vote('other', 2, true), vote('another', 1), vote('me', 1)]
    const votes = [revealed, former, mine]
    expect(votes.map((one) => canSeeVote(reading(votes), one))).toEqual([true, true, true])
  })

  const anyVotes = fc.uniqueArray(
    fc.record({
      userId: fc.constantFrom('me', 'a', 'b', 'c'),
      memoVersion: fc.integer({ min: 1, max: 3 }),
      isRevealed: fc.boolean(),
    }),
    { selector: ({ userId }) => userId },
  )

  it('never shows a sum of votes to a person who cannot see each vote in it [COMMITTEE-6]', () => {
    fc.assert(
      fc.property(anyVotes, (given) => {
        const read = reading(given.map(({ userId, memoVersion, isRevealed }) => vote(userId, memoVersion, isRevealed)))
        const counted = read.votes.filter(({ memoVersion }) => memoVersion === read.now.memoVersion)
        if (canSeeTally(read)) expect(counted.every((one) => canSeeVote(read, one))).toBe(true)
      }),
    )
  })

  it('hides no vote from a person who has voted, and none where the first reading is not blind', () => {
    fc.assert(
      fc.property(anyVotes, fc.boolean(), (given, isBlind) => {
        const votes = given.map(({ userId, memoVersion, isRevealed }) => vote(userId, memoVersion, isRevealed))
        const read = reading(votes, { isBlind })
        if (!isBlind || hasRead(read)) expect(votes.every((one) => canSeeVote(read, one))).toBe(true)
      }),
    )
  })
})
