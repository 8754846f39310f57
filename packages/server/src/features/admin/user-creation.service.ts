import { randomInt } from 'node:crypto'
import type { OrgRole } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import type { Database } from '../../platform/database/database.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { Accounts } from '../accounts/accounts.service.ts'
import { nameObjections } from '../accounts/person-names.ts'
import type { AdminLog } from '../admin-log/admin-log.service.ts'
import type { Members } from '../orgs/members.service.ts'
import type { Orgs } from '../orgs/orgs.service.ts'
import type { SuperadminOrgEntries } from '../orgs/superadmin-org-entries.ts'
import type { Teams } from '../orgs/teams.service.ts'
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

/** Eighty bits, in groups that can be read out. */
const generatePassword = (): string =>
  [1, 2, 3, 4].map(() => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join('-')

/** A person is never nameless: the names given, or else what stands before the @. */
const nameOf = ({ displayName, firstName, lastName, email }: WantedUser): string =>
  displayName.trim() ||
  [firstName, lastName]
    .map((name) => name?.trim() ?? '')
    .filter((name) => name !== '')
    .join(' ') ||
  (email.split('@')[0] ?? email)

export type UserCreation = ReturnType<typeof createUserCreation>

/** Accounts made by a superadmin, who alone may put a person into an organization without an invitation. */
export const createUserCreation = (deps: Deps) => {
  const { store, database, accounts, passwords, orgs, members, teams, superadminEntries, adminLog } = deps

  const membershipOf = async (actor: Actor, { orgId, orgRole, teamId }: WantedUser) => {
    const wrong = (field: string, reason: string, input: unknown): never => {
      throw new InvalidInput({ at: ['body', field], reason, input })
    }
    if (orgId === null) {
      return teamId === null ? undefined : wrong('team_id', 'A team needs its organization in org_id', teamId)
    }
    if ((await orgs.roleOf(actor, orgId)) === undefined) wrong('org_id', 'There is no such organization', orgId)
    if (teamId !== null && !(await teams.belongsTo(teamId, orgId))) {
      wrong('team_id', 'The team does not belong to the organization', teamId)
    }
    return { orgId, role: orgRole, teamId }
  }

  return {
    /** What can be judged and hashed before any transaction. */
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
      // Two who make the same account at once must not both find the address free.
      withAdvisoryLock(database, `account ${wanted.email}`, async () => {
        if (await accounts.isHeld(wanted.email)) refuse('email_taken')
        const { temporaryPassword, passwordHash, membership } = prepared
        const userId = await accounts.create({
          email: wanted.email,
          // A superadmin's word is taken for it; who merely claims the address does not stand in the way.
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
