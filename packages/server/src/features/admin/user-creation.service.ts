import { randomInt } from 'node:crypto'
import type { OrgRole } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { adminMessages } from '../../messages/admin.ts'
import { requestMessages } from '../../messages/requests.ts'
import type { Database } from '../../platform/database/database.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { Accounts } from '../accounts/index.ts'
import { nameObjections } from '../accounts/index.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Members, Orgs, SuperadminOrgEntries, Teams } from '../orgs/index.ts'
import type { NewMembership, UserRow, UsersStore } from './users.store.ts'

interface Deps {
  store: Pick<UsersStore, 'user'>
  database: Database
  accounts: Pick<Accounts, 'create' | 'isHeld'>
  passwords: Pick<Passwords, 'hash'>
  passwordObjection(password: string, emails: readonly string[]): string | undefined
  orgs: Pick<Orgs, 'roleOf'>
  members: Pick<Members, 'join'>
  teams: Pick<Teams, 'belongsTo'>
  superadminEntries: Pick<SuperadminOrgEntries, 'note'>
  adminLog: Pick<AdminLog, 'record'>
  forgetTotals(): void
}

export interface WantedUser {
  email: string
  displayName: string
  firstName: string | null
  lastName: string | null
  password: string | null
  isSuperadmin: boolean
  orgId: string | null
  orgRole: OrgRole
  teamId: string | null
}

interface Prepared {
  passwordHash: string
  temporaryPassword: string | undefined
  membership: NewMembership | undefined
}

export interface CreatedUser {
  user: UserRow
  temporaryPassword: string | undefined
  membership: NewMembership | undefined
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Eighty bits, in groups that are easy to dictate. */
const generatePassword = (): string =>
  [1, 2, 3, 4].map(() => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join('-')

/** Falls back to the part of the address before the @, because a user always has a name. */
const nameOf = ({ displayName, firstName, lastName, email }: WantedUser): string =>
  displayName.trim() ||
  [firstName, lastName]
    .map((name) => name?.trim() ?? '')
    .filter((name) => name !== '')
    .join(' ') ||
  (email.split('@')[0] ?? email)

export type UserCreation = ReturnType<typeof createUserCreation>

/** Accounts created by a superadmin. Only superadmins can add a user to an organization without an invitation. */
export const createUserCreation = (deps: Deps) => {
  const { store, database, accounts, passwords, orgs, members, teams, superadminEntries, adminLog } = deps

  const membershipOf = async (actor: Actor, { orgId, orgRole, teamId }: WantedUser) => {
    const wrong = (field: string, reason: string, input: unknown): never => {
      throw new InvalidInput({ at: ['body', field], reason, input })
    }
    if (orgId === null) {
      return teamId === null ? undefined : wrong('team_id', adminMessages.teamWithoutOrganization(), teamId)
    }
    if ((await orgs.roleOf(actor, orgId)) === undefined) wrong('org_id', requestMessages.organizationNotFound(), orgId)
    if (teamId !== null && !(await teams.belongsTo(teamId, orgId))) {
      wrong('team_id', requestMessages.teamOfOther(), teamId)
    }
    return { orgId, role: orgRole, teamId }
  }

  return {
    /** Validates and hashes whatever it can before any transaction. */
    judge: async (actor: Actor, wanted: WantedUser): Promise<Prepared> => {
      const { displayName, firstName, lastName } = wanted
      const objections = nameObjections({ display_name: displayName, first_name: firstName, last_name: lastName })
      if (objections.length > 0) throw new InvalidInput(...objections)
      const membership = await membershipOf(actor, wanted)
      const temporaryPassword = wanted.password === null ? generatePassword() : undefined
      const password = wanted.password ?? temporaryPassword ?? ''
      const objection = deps.passwordObjection(password, [wanted.email])
      if (objection !== undefined) throw new InvalidInput({ at: ['body', 'password'], reason: objection })
      return { passwordHash: await passwords.hash(password), temporaryPassword, membership }
    },

    carryOut: (actor: Actor, wanted: WantedUser, prepared: Prepared): Promise<CreatedUser> =>
      // Without the lock, two requests for the same address would both find it free.
      withAdvisoryLock(database, `account ${wanted.email}`, async () => {
        if (await accounts.isHeld(wanted.email)) refuse('email_taken')
        const { temporaryPassword, passwordHash, membership } = prepared
        const userId = await accounts.create({
          email: wanted.email,
          // The superadmin vouches for the address. An unverified claim by another account does not block it.
          verified: true,
          displayName: nameOf(wanted),
          ...(wanted.firstName === null ? {} : { firstName: wanted.firstName }),
          ...(wanted.lastName === null ? {} : { lastName: wanted.lastName }),
          passwordHash,
          isSuperadmin: wanted.isSuperadmin,
          forcePasswordChange: temporaryPassword !== undefined,
        })
        if (membership !== undefined) {
          await members.join(membership.orgId, userId, membership.role, membership.teamId ?? undefined, true)
          await superadminEntries.note(actor, membership.orgId, 'owner')
        }
        const { email, isSuperadmin } = wanted
        await adminLog.record(actor, {
          action: 'user.created',
          target: { type: 'user', id: userId },
          orgId: membership?.orgId ?? null,
          after: { email, is_superadmin: isSuperadmin, org_role: membership?.role ?? null },
        })
        await database.afterCommit(async () => deps.forgetTotals())
        return { user: (await store.user(userId)) ?? refuse('user_not_found'), temporaryPassword, membership }
      }),
  }
}
