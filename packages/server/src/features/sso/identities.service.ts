import { maxDisplayNameLength, maxEmailLength } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import type { Caller } from '../../caller.ts'
import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { violatedIndex } from '../../platform/database/failures.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import { isId, newId } from '../../platform/ids.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import { unfitInNames } from '../../unfit-in-names.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Auth, SecurityMails, SignedIn } from '../auth/index.ts'
import type { Members } from '../orgs/index.ts'
import { domainOf } from './email-domains.ts'
import type { ProvidedPerson } from './providers.ts'
import type { IdentityRow, ProviderRow, SsoStore } from './sso.store.ts'

interface Deps {
  store: SsoStore
  database: Database
  accounts: Pick<Accounts, 'create'>
  auth: Pick<Auth, 'startSession'>
  members: Pick<Members, 'join'>
  mails: Pick<SecurityMails, 'identityLinked'>
  now: Clock
}

/** A person whom the provider of an organization identified. */
interface Arrival {
  provider: ProviderRow
  person: ProvidedPerson
}

export type Identities = ReturnType<typeof createIdentities>

/**
 * Which account a person at a provider signs in to. The issuer and subject decide; an address only finds the account
 * when the identity is new, and only if both sides verified it and its domain is assigned to the organization.
 */
export const createIdentities = ({ store, database, accounts, auth, members, mails, now }: Deps) => {
  /** One at a time per identity: parallel callbacks must create one account. */
  const inTurn = <Result>({ provider, person }: Arrival, work: (known: IdentityRow | undefined) => Promise<Result>) =>
    withAdvisoryLock(database, `identity ${JSON.stringify([provider.issuer, person.subject])}`, async () =>
      work(await store.identity({ issuer: provider.issuer, subject: person.subject })),
    )

  const judge = async ({ provider, person }: Arrival): Promise<string> => {
    const email = normalEmail(person.email)
    if (!person.isEmailVerified || email.length > maxEmailLength || domainOf(email) === '')
      return refuse('sso_email_unverified')
    if (!(await store.hasDomain(provider.orgId, domainOf(email)))) return refuse('sso_domain_not_allowed')
    return email
  }

  /** A person who was a member before and was removed does not join again by signing in. */
  const join = async (orgId: string, userId: string, known: IdentityRow | undefined): Promise<void> => {
    if (known === undefined && !(await store.isMember(orgId, userId))) await members.join(orgId, userId, 'member')
  }

  const link = async (
    { provider, person }: Arrival,
    userId: string,
    email: string,
    { isConfirmed }: Pick<IdentityRow, 'isConfirmed'>,
  ): Promise<void> => {
    const { issuer, orgId, name } = provider
    const row = { id: newId(), issuer, subject: person.subject, userId, orgId, email, isConfirmed }
    const times = { linkedAt: now(), lastUsedAt: isConfirmed ? null : now(), unlinkedAt: null }
    await store.link({ ...row, ...times }).catch((error: unknown) => {
      // A new employee who got the address of a former one has another subject, and must not get the former account.
      if (violatedIndex(error) === 'user_identities_account') refuse('sso_identity_taken')
      throw error
    })
    const emails = await store.verifiedEmails(userId)
    await database.afterCommit(async () => {
      for (const to of emails) mails.identityLinked(to, name)
    })
  }

  const create = async (email: string, { name }: ProvidedPerson): Promise<string> => {
    const displayName = fitName(name ?? '') || fitName(email.slice(0, email.lastIndexOf('@'))) || email
    return accounts.create({ email, displayName, passwordHash: null, verified: true }).catch((error: unknown) => {
      if (violatedIndex(error) === 'user_emails_held') refuse('sso_link_first')
      throw error
    })
  }

  /** The account of a new identity. */
  const accountFor = async (arrival: Arrival, email: string): Promise<string> => {
    const holder = await store.holder(email)
    if (holder === undefined) return create(email, arrival.person)
    if (holder.status !== 'active') return refuse('sso_account_closed')
    // Whoever configures a provider must not become superadmin by naming the address of one.
    return holder.isSuperadmin ? refuse('sso_link_first') : holder.id
  }

  return {
    signIn: async (arrival: Arrival, caller: Caller): Promise<SignedIn> => {
      const email = await judge(arrival)
      return inTurn(arrival, async (known) => {
        const isLinked = known !== undefined && known.unlinkedAt === null
        const userId = isLinked ? known.userId : await accountFor(arrival, email)
        if (isLinked) {
          // The same for somebody who became superadmin since.
          if (!known.isConfirmed && (await store.isSuperadmin(userId))) refuse('sso_link_first')
          await store.touch(known.id, email, now())
        } else {
          await join(arrival.provider.orgId, userId, known)
          await link(arrival, userId, email, { isConfirmed: false })
        }
        return (await auth.startSession({ userId }, 'oidc', caller)) ?? refuse('sso_account_closed')
      })
    },

    /** Links an identity to the account of an open session. */
    linkTo: async (arrival: Arrival, { userId, sessionId }: { userId: string; sessionId: string }): Promise<void> => {
      const email = await judge(arrival)
      await inTurn(arrival, async (known) => {
        if (!(await store.hasOpenSession(userId, sessionId, now()))) refuse('sso_flow_invalid')
        if (known !== undefined && known.unlinkedAt === null) {
          if (known.userId !== userId) refuse('sso_identity_taken')
          return
        }
        await join(arrival.provider.orgId, userId, known)
        await link(arrival, userId, email, { isConfirmed: true })
      })
    },

    mine: async ({ userId }: Actor) => ({
      identities: await store.identitiesOf(userId),
      providers: await store.linkable(userId),
    }),

    unlink: async ({ userId }: Actor, identityId: string): Promise<void> => {
      if (!isId(identityId) || !(await store.unlink(userId, identityId, now()))) refuse('identity_not_found')
    },
  }
}

const unfit = new RegExp(unfitInNames.source, 'gu')

/** A name as the rules for names allow it. */
const fitName = (name: string): string =>
  [
    ...name
      .replaceAll(/\p{Surrogate}/gu, '')
      .replaceAll(unfit, '')
      .trim(),
  ]
    .slice(0, maxDisplayNameLength)
    .join('')
    .trim()
