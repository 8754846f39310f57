import type { Actor } from '../../../actor.ts'
import { refuse } from '../../../domain-error.ts'
import { InvalidInput } from '../../../invalid-input.ts'
import { accountMessages } from '../../../messages/accounts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AdminLog } from '../../admin-log/index.ts'
import type { AuthStore } from '../auth.store.ts'
import type { Challenges } from './challenges.ts'
import type { FactorChanges } from './factor-changes.ts'
import type { FactorsStore } from './factors.store.ts'

interface Deps {
  store: Pick<FactorsStore, 'totp' | 'passkeysOf'>
  users: Pick<AuthStore, 'lockUser'>
  challenges: Pick<Challenges, 'removeOf'>
  changes: Pick<FactorChanges, 'reset'>
  adminLog: Pick<AdminLog, 'record'>
  database: Database
}

export type FactorResets = ReturnType<typeof createFactorResets>

/** Lets superadmins remove the second factors of a person who lost them. */
export const createFactorResets = ({ store, users, challenges, changes, adminLog, database }: Deps) => ({
  reset: (actor: Actor, userId: string, given: string): Promise<void> => {
    const reason = given.trim()
    if (reason === '')
      throw new InvalidInput({ at: ['body', 'reason'], reason: accountMessages.reasonBlank(), input: given })
    return database.transaction(async () => {
      const person = (await users.lockUser(userId)) ?? refuse('user_not_found')
      if (!person.hasSecondFactor) refuse('no_second_factor')
      const hasApp = (await store.totp(userId))?.confirmedAt != null
      const passkeys = await store.passkeysOf(userId)
      await changes.reset(userId, actor, reason)
      await challenges.removeOf(userId)
      await adminLog.record(actor, {
        action: 'user.second_factors_reset',
        target: { type: 'user', id: userId },
        before: { authenticator_app: hasApp, passkeys: passkeys.length },
        after: { reason },
      })
    })
  },
})
