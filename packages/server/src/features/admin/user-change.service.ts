import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import type { AddressChange } from '../accounts/index.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Sessions } from '../auth/index.ts'
import type { Members } from '../orgs/index.ts'
import type { UserRow, UserStatus, UsersStore } from './users.store.ts'

interface Deps {
  store: Pick<UsersStore, 'user' | 'lock' | 'save' | 'hasOtherSuperadmin' | 'isErased'>
  database: Database
  sessions: Pick<Sessions, 'end'>
  members: Pick<Members, 'leaveAll'>
  addresses: Pick<AddressChange, 'releaseAll' | 'takeBack'>
  adminLog: Pick<AdminLog, 'record'>
  forgetTotals(): void
  /** Whether demo accounts can be used. If not, they cannot sign in and do not count as superadmins. */
  countsDemo: boolean
  now: Clock
}

export interface UserChange {
  status?: Exclude<UserStatus, 'invited'>
  isSuperadmin?: boolean
}

const summary = ({ status, isSuperadmin }: UserRow) => ({ status, is_superadmin: isSuperadmin })

export type UserChanges = ReturnType<typeof createUserChanges>

/** Changes a user's status and superadmin rights. */
export const createUserChanges = (deps: Deps) => {
  const { store, database, sessions, members, addresses, adminLog, now } = deps

  /** Without the lock, two superadmins who demote each other in parallel would both succeed. */
  const inTurns = (work: () => Promise<UserRow>): Promise<UserRow> => withAdvisoryLock(database, 'superadmins', work)

  const moveStatus = async (user: UserRow, status: UserStatus): Promise<void> => {
    if (status === user.status) return
    if (status === 'deleted') {
      await members.leaveAll(user.id)
      await addresses.releaseAll(user.id)
    }
    if (user.status === 'deleted') await addresses.takeBack(user.id)
    if (status !== 'active') await sessions.end(user.id, { reason: status })
  }

  return {
    change: (actor: Actor, userId: string, change: UserChange): Promise<UserRow> =>
      inTurns(async () => {
        await store.lock(userId)
        const user = (await store.user(userId)) ?? refuse('user_not_found')
        const status = change.status ?? user.status
        const isSuperadmin = change.isSuperadmin ?? user.isSuperadmin
        if (status === user.status && isSuperadmin === user.isSuperadmin) return user
        if (await store.isErased(userId)) refuse('user_erased')

        if (isSuperadmin && !user.isSuperadmin && !user.emailVerified) refuse('email_unverified')
        const wasIn = user.isSuperadmin && user.status === 'active'
        const staysIn = isSuperadmin && status === 'active'
        if (wasIn && !staysIn && !(await store.hasOtherSuperadmin(userId, deps))) refuse('last_superadmin')

        await store.save(userId, { status, isSuperadmin }, now())
        await moveStatus(user, status)
        const changed = (await store.user(userId)) ?? refuse('user_not_found')
        await adminLog.record(actor, {
          action: 'user.changed',
          target: { type: 'user', id: userId },
          before: summary(user),
          after: summary(changed),
        })
        await database.afterCommit(async () => deps.forgetTotals())
        return changed
      }),
  }
}
