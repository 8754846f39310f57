import { randomBytes } from 'node:crypto'
import { challengeMinutes, maxChallengeTries } from '@deal-canvas/contract'
import { refuse } from '../../../domain-error.ts'
import { type Clock, later, minutes } from '../../../platform/clock.ts'
import { digestOf } from '../../../platform/digest.ts'
import type { ChallengeRow, ChallengesStore } from './challenges.store.ts'

export interface WantedChallenge extends Partial<Pick<ChallengeRow, 'userId' | 'sessionId' | 'email' | 'provider'>> {
  purpose: ChallengeRow['purpose']
}

/** The token that the client holds, and its digest, which a passkey signs. */
export interface IssuedChallenge {
  token: string
  digest: string
}

export type Challenges = ReturnType<typeof createChallenges>

/** Challenges work once, for a few minutes. Only their digests are stored. */
export const createChallenges = ({ store, now }: { store: ChallengesStore; now: Clock }) => ({
  issue: async ({ purpose, ...of }: WantedChallenge): Promise<IssuedChallenge> => {
    const token = randomBytes(32).toString('base64url')
    const digest = digestOf(token)
    const at = now()
    await store.add({
      digest,
      purpose,
      userId: null,
      sessionId: null,
      email: null,
      provider: null,
      ...of,
      tries: 0,
      createdAt: at,
      expiresAt: later(at, minutes(challengeMinutes)),
    })
    return { token, digest }
  },

  /** Counts a try before the proof is judged and outside of its transaction, so that parallel guesses all count. */
  tryOf: async (token: string, purpose: ChallengeRow['purpose']): Promise<ChallengeRow> =>
    (await store.countTry(digestOf(token), purpose, { now: now(), maxTries: maxChallengeTries })) ??
    refuse('challenge_invalid'),

  take: async (token: string, purpose: ChallengeRow['purpose']): Promise<ChallengeRow> =>
    (await store.take(digestOf(token), purpose, now())) ?? refuse('challenge_invalid'),

  removeOf: store.removeOf,
  sweep: () => store.sweep(now()),
})
