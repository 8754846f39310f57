import { stepUpMinutes } from '@deal-canvas/contract'
import type { Actor } from '../../../actor.ts'
import { refuse } from '../../../domain-error.ts'
import { type Clock, later, minutes } from '../../../platform/clock.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { Passwords } from '../../../platform/passwords.ts'
import type { AuthStore } from '../auth.store.ts'
import type { AskSecondFactor } from './ask-second-factor.ts'
import type { Challenges } from './challenges.ts'
import type { FactorChanges } from './factor-changes.ts'
import type { FactorLimits } from './factor-limits.ts'
import type { FactorsStore } from './factors.store.ts'
import { type GivenProofs, type Proof, type ProveFactor, readProof } from './prove-factor.ts'

interface Deps {
  store: Pick<FactorsStore, 'confirmSession'>
  users: Pick<AuthStore, 'passwordHash'>
  ask: AskSecondFactor
  challenges: Challenges
  changes: Pick<FactorChanges, 'underLock'>
  prove: Pick<ProveFactor, 'prove'>
  passwords: Passwords
  factorLimits: FactorLimits
  limits: Limits
  now: Clock
}

export interface GivenStepUp extends GivenProofs {
  password?: string | null
  challenge?: string | null
}

export type StepUps = ReturnType<typeof createStepUps>

/** Confirms for some minutes that the person who uses a session is its owner. */
export const createStepUps = (deps: Deps) => {
  const { store, users, ask, challenges, changes, prove, passwords, factorLimits, limits, now } = deps

  const byPassword = async ({ userId }: Actor, password: string): Promise<void> => {
    await limits.take('password_guess', userId)
    if (!(await passwords.matches(password, await users.passwordHash(userId)))) refuse('invalid_credentials')
    await limits.giveBack('password_guess', userId)
  }

  const byFactor = async (actor: Actor, proof: Proof, token: string, ip: string): Promise<void> => {
    const { giveBack } = await factorLimits.admit(actor.userId, proof.kind, ip)
    // Outside of the transaction, so that a challenge is used up in any case.
    const challenge = proof.kind === 'passkey' ? await challenges.take(token, 'step_up') : undefined
    if (challenge !== undefined && challenge.sessionId !== actor.sessionId) refuse('challenge_invalid')
    await changes.underLock(actor, async () => {
      if (!(await prove.prove(actor.userId, proof, challenge?.digest ?? ''))) refuse('second_factor_invalid')
    })
    await giveBack()
  }

  return {
    begin: async ({ userId, sessionId }: Actor) => {
      const { methods, ...asked } = await ask(userId, { purpose: 'step_up', sessionId })
      const hasPassword = (await users.passwordHash(userId)) !== null
      return { ...asked, methods: [...(hasPassword ? (['password'] as const) : []), ...methods] }
    },

    confirm: async (actor: Actor, given: GivenStepUp, ip: string): Promise<Date> => {
      const { password } = given
      const proof = readProof(given, password == null ? 0 : 1)
      if (proof !== undefined) await byFactor(actor, proof, given.challenge ?? '', ip)
      else if (password != null) await byPassword(actor, password)
      const at = now()
      await store.confirmSession(actor.sessionId, at)
      return later(at, minutes(stepUpMinutes))
    },
  }
}
