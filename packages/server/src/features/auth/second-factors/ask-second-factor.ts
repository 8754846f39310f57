import type { FactorMethod } from '@deal-canvas/contract'
import { challengeMinutes } from '@deal-canvas/contract'
import { refuse } from '../../../domain-error.ts'
import type { ChallengeRow } from './challenges.store.ts'
import type { Challenges } from './challenges.ts'
import type { FactorsStore } from './factors.store.ts'
import type { WebAuthn } from './web-authn.ts'

interface Deps {
  store: Pick<FactorsStore, 'totp' | 'passkeysOf' | 'recoveryCodesLeft'>
  challenges: Pick<Challenges, 'issue'>
  webAuthn: Pick<WebAuthn, 'requestOptions'>
}

export interface Asked {
  challenge: string
  methods: FactorMethod[]
  /** Undefined if the account has no passkey. */
  passkeyOptions: Awaited<ReturnType<WebAuthn['requestOptions']>> | undefined
}

/** Throw only after the transaction that issued the challenge. */
export const refuseWithout = ({ challenge, methods, passkeyOptions }: Asked): never =>
  refuse('second_factor_required', {
    fields: { challenge, expires_in_minutes: challengeMinutes, methods, passkey_options: passkeyOptions ?? null },
  })

export type AskSecondFactor = ReturnType<typeof createAskSecondFactor>

/** Issues a challenge for an account with a second factor, and says how it can be answered. */
export const createAskSecondFactor =
  ({ store, challenges, webAuthn }: Deps) =>
  async (
    userId: string,
    about: Pick<ChallengeRow, 'purpose'> & Partial<Pick<ChallengeRow, 'email' | 'provider' | 'sessionId'>>,
  ): Promise<Asked> => {
    const { token, digest } = await challenges.issue({ ...about, userId })
    const totp = await store.totp(userId)
    const passkeys = await store.passkeysOf(userId)
    const left = await store.recoveryCodesLeft(userId)
    return {
      challenge: token,
      methods: [
        ...(totp !== undefined && totp.confirmedAt !== null ? (['code'] as const) : []),
        ...(passkeys.length > 0 ? (['passkey'] as const) : []),
        ...(left > 0 ? (['recovery_code'] as const) : []),
      ],
      passkeyOptions: passkeys.length > 0 ? await webAuthn.requestOptions(digest, passkeys) : undefined,
    }
  }
