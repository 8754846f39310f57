import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { provisioningMessages as messages } from '../../messages/provisioning.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { violatedIndex } from '../../platform/database/failures.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import { isId } from '../../platform/ids.ts'
import type { Accounts } from '../accounts/index.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Sessions } from '../auth/index.ts'
import type { Members, Orgs } from '../orgs/index.ts'
import type { Paging, PeopleStore, PersonRow } from './people.store.ts'
import { userSchema } from './protocol/attributes.ts'
import type { Operation } from './protocol/operations.ts'
import { applyOperations } from './protocol/patch.ts'
import { type DescribedUser, domainOf, readUser, resourceOf } from './read-user.ts'

interface Deps {
  store: PeopleStore
  database: Database
  orgs: Pick<Orgs, 'changeByKey'>
  members: Pick<Members, 'join' | 'end'>
  accounts: Pick<Accounts, 'create' | 'setNames'>
  sessions: Pick<Sessions, 'end'>
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

/** Who changes which person, and whether the client has seen the present version. */
export interface PersonPath {
  orgId: string
  userId: string
  assertSeen(person: PersonRow): void
}

const taken: Readonly<Record<string, () => string>> = {
  scim_users_name: messages.userNameTaken,
  scim_users_external: messages.externalIdTaken,
  user_emails_held: messages.userNameTaken,
}

/** The surrounding transaction is aborted by the violation, so nothing is changed. */
const asUniqueness = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    const detail = taken[violatedIndex(error) ?? '']
    return detail === undefined ? Promise.reject(error) : refuse('scim_uniqueness', { detail: detail() })
  }
}

export type People = ReturnType<typeof createPeople>

/** The people of an organization as its identity provider manages them. */
export const createPeople = (deps: Deps) => {
  const { store, database, orgs, members, accounts, sessions, adminLog, now } = deps
  const target = (userId: string) => ({ type: 'org_member', id: userId })

  const find = async (orgId: string, userId: string): Promise<PersonRow> =>
    (isId(userId) ? await store.person(orgId, userId) : undefined) ?? refuse('scim_resource_not_found')

  const requireDomain = async (orgId: string, email: string): Promise<void> => {
    const domain = domainOf(email)
    if (await store.isAssigned(orgId, domain)) return
    refuse('scim_invalid_value', { detail: messages.domainNotAssigned({ domain }) })
  }

  const suspend = async (orgId: string, { userId, role, createdAccount }: PersonRow): Promise<void> => {
    if (role === null) return
    await members.end({ orgId, userId }, role)
    // Everyone else may have signed in for another organization.
    if (createdAccount) await sessions.end(userId, { reason: 'deprovisioned' })
  }

  const join = (orgId: string, userId: string): Promise<void> => members.join(orgId, userId, 'member')

  /** The account of the address: the one that has verified it, or a new one without a password. */
  const accountFor = async (described: DescribedUser): Promise<{ userId: string; isNew: boolean }> => {
    const holder = await store.holderOf(described.email)
    if (holder !== undefined) return { userId: holder, isNew: false }
    const { email, displayName, firstName, lastName } = described
    const userId = await accounts.create({
      email,
      verified: true,
      displayName,
      ...(firstName === null ? {} : { firstName }),
      ...(lastName === null ? {} : { lastName }),
    })
    return { userId, isNew: true }
  }

  /** Serializes with everything else that creates an account for the address. */
  const withAddress = <Result>(email: string, work: () => Promise<Result>): Promise<Result> =>
    withAdvisoryLock(database, `account ${email}`, work)

  const add = async (actor: Actor, orgId: string, described: DescribedUser): Promise<PersonRow> => {
    const { email, userName, externalId, active = true } = described
    const { userId, isNew } = await accountFor(described)
    if (!isNew && (await store.person(orgId, userId)) !== undefined) {
      refuse('scim_uniqueness', { detail: messages.userNameTaken() })
    }
    const at = now()
    const createdAccount = isNew || (await store.createdAccount(orgId, userId))
    await store.forgetClosed(orgId, userName, externalId, at)
    const isMember = !isNew && (await store.isMember(orgId, userId))
    await store.save({
      ...{ orgId, userId, userName, email, externalId, createdAccount, managesNames: true },
      ...{ suspendedAt: active ? null : at, deletedAt: null, createdAt: at, updatedAt: at },
    })
    if (!isNew) await accounts.setNames(userId, described)
    if (active && !isMember) await join(orgId, userId)
    await adminLog.record(actor, {
      action: 'org_member.provisioned',
      target: target(userId),
      orgId,
      after: { active, new_account: isNew },
    })
    return find(orgId, userId)
  }

  const changeAddress = async (orgId: string, person: PersonRow, email: string): Promise<void> => {
    if (!person.createdAccount) refuse('scim_mutability', { detail: messages.addressFixed() })
    await requireDomain(orgId, email)
    const holder = await store.holderOf(email)
    if (holder !== undefined && holder !== person.userId) {
      refuse('scim_uniqueness', { detail: messages.userNameTaken() })
    }
    if (holder === undefined) await store.replaceAddress(person.userId, person.email, email, now())
  }

  const save = async (actor: Actor, orgId: string, person: PersonRow, described: DescribedUser): Promise<void> => {
    const { userId } = person
    const wasActive = person.role !== null
    const { email, userName, externalId, active = wasActive } = described
    if (email !== person.email) await withAddress(email, () => changeAddress(orgId, person, email))
    const isOfDomain = await store.isAssigned(orgId, domainOf(email))
    if (active && !wasActive && !isOfDomain) await requireDomain(orgId, email)
    const at = now()
    await store.save({
      ...{ orgId, userId, userName, email, externalId, createdAccount: person.createdAccount },
      // A guest's name is not for the identity provider of an organization to decide.
      ...{ managesNames: isOfDomain, suspendedAt: active ? null : at, deletedAt: null, createdAt: at, updatedAt: at },
    })
    if (isOfDomain) await accounts.setNames(userId, described)
    if (wasActive && !active) await suspend(orgId, person)
    if (!wasActive && active) await join(orgId, userId)
    const action = active === wasActive ? 'changed' : active ? 'restored' : 'suspended'
    await adminLog.record(actor, {
      action: `org_member.${action}`,
      target: target(userId),
      orgId,
      before: { active: wasActive, role: person.role },
      after: { active },
    })
  }

  const change = (
    actor: Actor,
    { orgId, userId, assertSeen }: PersonPath,
    plan: (person: PersonRow) => DescribedUser,
  ) =>
    asUniqueness(
      orgs.changeByKey(actor, orgId, async () => {
        const person = await find(orgId, userId)
        assertSeen(person)
        const described = plan(person)
        if (!isSame(person, described)) await save(actor, orgId, person, described)
        return find(orgId, userId)
      }),
    )

  return {
    find,
    count: store.count,
    page: (orgId: string, wanted: Paging) => store.page(orgId, wanted),

    create: (actor: Actor, orgId: string, described: DescribedUser): Promise<PersonRow> =>
      asUniqueness(
        orgs.changeByKey(actor, orgId, async () => {
          await requireDomain(orgId, described.email)
          return withAddress(described.email, () => add(actor, orgId, described))
        }),
      ),

    replace: (actor: Actor, path: PersonPath, described: DescribedUser): Promise<PersonRow> =>
      change(actor, path, () => described),

    patch: (actor: Actor, path: PersonPath, operations: readonly Operation[]): Promise<PersonRow> =>
      change(actor, path, (person) => readUser(applyOperations(resourceOf(person), operations, userSchema))),

    remove: (actor: Actor, { orgId, userId, assertSeen }: PersonPath): Promise<void> =>
      orgs.changeByKey(actor, orgId, async () => {
        const person = await find(orgId, userId)
        assertSeen(person)
        await suspend(orgId, person)
        const at = now()
        const { userName, email, createdAccount } = person
        await store.save({
          ...{ orgId, userId, userName, email, externalId: null, createdAccount, managesNames: false },
          ...{ suspendedAt: at, deletedAt: at, createdAt: at, updatedAt: at },
        })
        const before = { active: person.role !== null, role: person.role }
        await adminLog.record(actor, { action: 'org_member.deprovisioned', target: target(userId), orgId, before })
      }),
  }
}

/** A client that sends what is stored already changes nothing and logs nothing. */
const isSame = (person: PersonRow, described: DescribedUser): boolean =>
  person.recordedName === described.userName &&
  person.email === described.email &&
  person.externalId === described.externalId &&
  person.firstName === described.firstName &&
  person.lastName === described.lastName &&
  person.displayName === described.displayName &&
  (described.active === undefined || described.active === (person.role !== null))
