import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Accounts, AddressChange, ProfileChange } from '../accounts/index.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Members } from '../orgs/index.ts'
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
  /** Lowercase. */
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

/** Changes that organization administrators can make to members of their organization. */
export const createUserPatches = (deps: Deps) => {
  const { store, database, accounts, addresses, members, limits, adminLog } = deps

  /** A user of another organization is reported as not found. */
  const visible = async (actor: Actor, userId: string): Promise<UserRow> => {
    const user = (await store.user(userId)) ?? refuse('user_not_found')
    const allowed = actor.isSuperadmin || (await members.shareAdministration(actor.userId, userId))
    return allowed ? user : refuse('user_not_found')
  }

  /**
   * An address gives access to everything the user has, so only an administrator of all the user's organizations can
   * change it.
   */
  const canChangeEmail = async (actor: Actor, user: UserRow): Promise<boolean> =>
    user.status !== 'deleted' &&
    (actor.isSuperadmin || (!user.isSuperadmin && (await members.administersAllOrgsOf(actor.userId, user.id))))

  const patch = async (actor: Actor, userId: string, { email, ...profile }: UserPatch): Promise<UserRow> => {
    await store.lock(userId)
    // Checked again now that the user's row is locked.
    const before = await visible(actor, userId)
    if (await store.isErased(userId)) refuse('user_erased')
    if (email !== undefined) {
      if (!(await canChangeEmail(actor, before))) refuse('email_not_managed')
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
      if (moves && !(await canChangeEmail(actor, user))) refuse('email_not_managed')
      if (moves) await limits.take('admin_email_change', userId)
      return database.transaction(() => patch(actor, userId, moves ? change : profile))
    },
  }
}
