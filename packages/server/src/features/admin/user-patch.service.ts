import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Accounts, ProfileChange } from '../accounts/accounts.service.ts'
import type { AddressChange } from '../accounts/address-change.service.ts'
import type { AdminLog } from '../admin-log/admin-log.service.ts'
import type { Members } from '../orgs/members.service.ts'
import type { UserRow, UsersStore } from './users.store.ts'

interface Deps {
  store: Pick<UsersStore, 'user' | 'lock' | 'isErased'>
  database: Database
  accounts: Pick<Accounts, 'changeOther'>
  addresses: Pick<AddressChange, 'propose'>
  members: Pick<Members, 'shareAdministration' | 'administersAllOrgsOf'>
  limits: Limits
  adminLog: Pick<AdminLog, 'record'>
}

export interface UserPatch extends Omit<ProfileChange, 'mailPreferences'> {
  /** In lower case. */
  email?: string
}

const shown = ({ firstName, lastName, displayName, avatarUrl, email }: UserRow) => ({
  first_name: firstName,
  last_name: lastName,
  display_name: displayName,
  avatar_url: avatarUrl,
  email,
})

export type UserPatches = ReturnType<typeof createUserPatches>

/** What the administrators of an organization may change of its people. */
export const createUserPatches = (deps: Deps) => {
  const { store, database, accounts, addresses, members, limits, adminLog } = deps

  /** Someone of another organization is as if there were no such user. */
  const visible = async (actor: Actor, userId: string): Promise<UserRow> => {
    const user = (await store.user(userId)) ?? refuse('user_not_found')
    const allowed = actor.isSuperadmin || (await members.shareAdministration(actor.userId, userId))
    return allowed ? user : refuse('user_not_found')
  }

  /** An address opens all that a person has: only who administers all of it may touch it. */
  const mayChangeEmail = async (actor: Actor, user: UserRow): Promise<boolean> =>
    user.status !== 'deleted' &&
    (actor.isSuperadmin || (!user.isSuperadmin && (await members.administersAllOrgsOf(actor.userId, user.id))))

  const patch = async (actor: Actor, userId: string, { email, ...profile }: UserPatch): Promise<UserRow> => {
    await store.lock(userId)
    // Anew, now that nobody else changes it.
    const before = await visible(actor, userId)
    if (await store.isErased(userId)) refuse('user_erased')
    if (email !== undefined) {
      if (!(await mayChangeEmail(actor, before))) refuse('email_not_managed')
      await addresses.propose(userId, email, { tellsTaken: actor.isSuperadmin })
    }
    if (Object.keys(profile).length > 0) await accounts.changeOther(userId, profile)
    const after = (await store.user(userId)) ?? refuse('user_not_found')
    if (JSON.stringify(shown(before)) !== JSON.stringify(shown(after))) {
      await adminLog.record(actor, {
        action: 'user.profile_changed',
        target: { type: 'user', id: userId },
        before: shown(before),
        after: shown(after),
      })
    }
    return after
  }

  return {
    patch: async (actor: Actor, userId: string, change: UserPatch): Promise<UserRow> => {
      const user = await visible(actor, userId)
      const { email, ...profile } = change
      const moves = email !== undefined && email !== user.email
      if (moves && !(await mayChangeEmail(actor, user))) refuse('email_not_managed')
      if (moves) await limits.take('admin_email_change', userId)
      return database.transaction(() => patch(actor, userId, moves ? change : profile))
    },
  }
}
