import { maxChallengeTries, type PasskeyAssertion } from '@deal-canvas/contract'
import type { Caller } from '../../../caller.ts'
import { DomainError, refuse } from '../../../domain-error.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { Auth, SignedIn } from '../auth.service.ts'
import type { AuthStore } from '../auth.store.ts'
import type { SecurityMails } from '../security-mails.ts'
import type { Challenges } from './challenges.ts'
import type { FactorLimits } from './factor-limits.ts'
import type { FactorsStore } from './factors.store.ts'
import type { Proof, ProveFactor } from './prove-factor.ts'
import type { WebAuthn } from './web-authn.ts'

interface Deps {
  store: Pick<FactorsStore, 'passkeyByCredential'>
  users: Pick<AuthStore, 'lockUser' | 'userById' | 'verifiedEmailsOf'>
  auth: Pick<Auth, 'startSession'>
  challenges: Challenges
  prove: ProveFactor
  webAuthn: Pick<WebAuthn, 'requestOptions'>
  factorLimits: FactorLimits
  limits: Limits
  mails: Pick<SecurityMails, 'secondFactorFailed'>
  database: Database
}

export type FactorSignIn = ReturnType<typeof createFactorSignIn>

/** Sign-ins with a second factor, and with a passkey alone. */
export const createFactorSignIn = (deps: Deps) => {
  const { store, users, auth, challenges, prove, webAuthn, factorLimits, limits, mails, database } = deps

  /** Whoever got this far knows the password or reads the mail of the account; its owner should know. */
  const warnOf = async (userId: string): Promise<void> =>
    (await users.verifiedEmailsOf(userId)).forEach(mails.secondFactorFailed)

  return {
    /** Opens the session of a sign-in that was answered with a challenge. */
    complete: async (token: string, proof: Proof, caller: Caller): Promise<SignedIn> => {
      const { userId, email, provider, tries, digest } = await challenges.tryOf(token, 'sign_in')
      if (userId === null || email === null || provider === null) return refuse('challenge_invalid')
      const { giveBack } = await factorLimits.admit(userId, proof.kind, caller.ip)
      await limits.take('write', userId)
      try {
        // A wrong proof undoes the transaction: the challenge stays for another try.
        const signedIn = await database.transaction(async () => {
          await users.lockUser(userId)
          await challenges.take(token, 'sign_in')
          if (!(await prove.prove(userId, proof, digest))) refuse('second_factor_invalid')
          return auth.startSession({ userId, email }, provider, caller, { isConfirmed: true })
        })
        await giveBack()
        return signedIn ?? refuse('challenge_invalid')
      } catch (error) {
        const isWrong = error instanceof DomainError && error.code === 'second_factor_invalid'
        if (isWrong && tries === maxChallengeTries) await warnOf(userId)
        throw error
      }
    },

    beginPasskey: async ({ ip }: Caller) => {
      await factorLimits.begin(ip)
      const { token, digest } = await challenges.issue({ purpose: 'passkey_sign_in' })
      return { challenge: token, options: await webAuthn.requestOptions(digest) }
    },

    /** Counts as both factors, because the passkey verified its user. */
    withPasskey: async (token: string, given: PasskeyAssertion, caller: Caller): Promise<SignedIn> => {
      const { giveBack } = await factorLimits.admitStranger(caller.ip)
      // Outside of the transaction, so that it is used up in any case.
      const { digest } = await challenges.take(token, 'passkey_sign_in')
      const { userId } = (await store.passkeyByCredential(given.id)) ?? refuse('second_factor_invalid')
      await limits.take('write', userId)
      const signedIn = await database.transaction(async () => {
        await users.lockUser(userId)
        // Read under the lock: the passkey may just have been removed.
        const passkey = await store.passkeyByCredential(given.id)
        if (!(await prove.acceptPasskey(passkey, given, digest))) refuse('second_factor_invalid')
        const { email } = (await users.userById(userId)) ?? refuse('second_factor_invalid')
        return auth.startSession({ userId, email }, 'passkey', caller, { isConfirmed: true })
      })
      await giveBack()
      return signedIn ?? refuse('second_factor_invalid')
    },
  }
}
