import { totpSetupMinutes } from '@deal-canvas/contract'
import type { Actor } from '../../../actor.ts'
import { refuse } from '../../../domain-error.ts'
import { type Clock, later, minutes } from '../../../platform/clock.ts'
import type { AuthStore } from '../auth.store.ts'
import type { FactorChanges } from './factor-changes.ts'
import type { FactorLimits } from './factor-limits.ts'
import type { FactorsStore } from './factors.store.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'
import type { TotpSecrets } from './totp-secrets.ts'

interface Deps {
  store: FactorsStore
  users: Pick<AuthStore, 'userById'>
  secrets: TotpSecrets
  changes: FactorChanges
  limits: FactorLimits
  issuer: string
  now: Clock
}

export type Totp = ReturnType<typeof createTotp>

/** The authenticator app of an account. */
export const createTotp = ({ store, users, secrets, changes, limits, issuer, now }: Deps) => ({
  start: async (actor: Actor): Promise<{ secret: string; uri: string }> => {
    const { email } = (await users.userById(actor.userId)) ?? refuse('session_ended')
    const secret = newTotpSecret()
    const row = { userId: actor.userId, ...secrets.seal(secret), createdAt: now() }
    if (!(await changes.underLock(actor, () => store.putTotp(row)))) refuse('totp_exists')
    return { secret, uri: totpUri({ secret, account: email, issuer }) }
  },

  /** Answers the recovery codes if this is the first factor. */
  confirm: async (actor: Actor, code: string, ip: string): Promise<string[]> => {
    const { giveBack } = await limits.admit(actor.userId, 'code', ip)
    const codes = await changes.underLock(actor, async () => {
      const totp = await store.totp(actor.userId)
      if (totp !== undefined && totp.confirmedAt !== null) refuse('totp_exists')
      const isOpen = totp !== undefined && later(totp.createdAt, minutes(totpSetupMinutes)) > now()
      const secret = isOpen ? secrets.open(totp.sealedSecret) : undefined
      const step = secret === undefined ? undefined : stepOfCode(secret, code, now())
      if (totp === undefined || step === undefined) return refuse('code_invalid')
      if (!(await store.confirmTotp(actor.userId, totp.sealedSecret, step, now()))) refuse('code_invalid')
      return changes.added(actor, 'totp')
    })
    await giveBack()
    return codes
  },

  remove: (actor: Actor): Promise<void> =>
    changes.underLock(actor, async () => {
      if (!(await store.removeTotp(actor.userId))) refuse('no_second_factor')
      await changes.removed(actor, 'totp')
    }),

  renewRecoveryCodes: (actor: Actor): Promise<string[]> =>
    changes.underLock(actor, async () => {
      if (!(await store.updateMark(actor.userId, now()))) refuse('no_second_factor')
      return changes.codesRenewed(actor)
    }),
})
