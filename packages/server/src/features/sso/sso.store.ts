import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { orgMembers, orgs } from '../../platform/database/tables/orgs.ts'
import { sessions } from '../../platform/database/tables/sessions.ts'
import { identityProviders, oidcFlows, orgDomains, userIdentities } from '../../platform/database/tables/sso.ts'
import { userEmails, users } from '../../platform/database/tables/users.ts'

export type ProviderRow = typeof identityProviders.$inferSelect
export type FlowRow = typeof oidcFlows.$inferSelect
export type IdentityRow = typeof userIdentities.$inferSelect
export type SsoStore = ReturnType<typeof createSsoStore>

export interface IdentityKey {
  issuer: string
  subject: string
}

/** Providers and flows of sign-ins, and the identities of accounts. */
export const createSsoStore = ({ db }: Database) => {
  const isActive = eq(orgs.status, 'active')

  return {
    /** The provider of an active organization. */
    provider: async (id: string): Promise<ProviderRow | undefined> =>
      (
        await db
          .select({ provider: identityProviders })
          .from(identityProviders)
          .innerJoin(orgs, and(eq(orgs.id, identityProviders.orgId), isActive))
          .where(eq(identityProviders.id, id))
      )[0]?.provider,

    /** The provider of the active organization that has the domain. */
    providerOfDomain: async (domain: string): Promise<{ id: string; name: string } | undefined> =>
      (
        await db
          .select({ id: identityProviders.id, name: identityProviders.name })
          .from(orgDomains)
          .innerJoin(orgs, and(eq(orgs.id, orgDomains.orgId), isActive))
          .innerJoin(identityProviders, eq(identityProviders.orgId, orgDomains.orgId))
          .where(eq(orgDomains.domain, domain))
      )[0],

    hasDomain: async (orgId: string, domain: string): Promise<boolean> =>
      (
        await db
          .select({ orgId: orgDomains.orgId })
          .from(orgDomains)
          .where(and(eq(orgDomains.orgId, orgId), eq(orgDomains.domain, domain)))
      ).length > 0,

    /** Providers that a person can link: of their organizations, and of those that have the domain of an address. */
    linkable: (userId: string) =>
      db
        .select({ id: identityProviders.id, name: identityProviders.name, orgName: orgs.name })
        .from(identityProviders)
        .innerJoin(orgs, and(eq(orgs.id, identityProviders.orgId), isActive))
        .where(
          sql`${orgs.id} IN (SELECT org_id FROM org_members WHERE user_id = ${userId}
            UNION SELECT d.org_id FROM user_emails e
              JOIN org_domains d ON split_part(e.email, '@', -1) IN (d.domain, d.spelled)
              WHERE e.user_id = ${userId} AND e.verified_at IS NOT NULL)
            AND NOT EXISTS (SELECT FROM user_identities i WHERE i.user_id = ${userId}
              AND i.issuer = ${identityProviders.issuer} AND i.unlinked_at IS NULL)`,
        )
        .orderBy(asc(orgs.name), asc(orgs.id))
        .limit(100),

    addFlow: (row: FlowRow) => db.insert(oidcFlows).values(row),
    /** Consumes a flow: only one of several parallel callbacks gets it, and only in the browser that started it. */
    takeFlow: async (stateHash: string, browserHash: string, now: Date): Promise<FlowRow | undefined> =>
      (
        await db
          .delete(oidcFlows)
          .where(
            and(
              eq(oidcFlows.stateHash, stateHash),
              eq(oidcFlows.browserHash, browserHash),
              gt(oidcFlows.expiresAt, now),
            ),
          )
          .returning()
      )[0],
    /** Removes expired flows, a limited number per call. */
    sweep: (expiredBefore: Date) =>
      db.execute(
        sql`DELETE FROM oidc_flows WHERE ctid IN
          (SELECT ctid FROM oidc_flows WHERE expires_at < ${expiredBefore.toISOString()} LIMIT 1000)`,
      ),

    identity: async ({ issuer, subject }: IdentityKey): Promise<IdentityRow | undefined> =>
      (
        await db
          .select()
          .from(userIdentities)
          .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)))
      )[0],
    /** Links an identity; one that was unlinked before can get another account. */
    link: (row: IdentityRow) =>
      db
        .insert(userIdentities)
        .values(row)
        .onConflictDoUpdate({
          target: [userIdentities.issuer, userIdentities.subject],
          set: {
            id: row.id,
            userId: row.userId,
            orgId: row.orgId,
            email: row.email,
            linkedAt: row.linkedAt,
            lastUsedAt: row.lastUsedAt,
            isConfirmed: row.isConfirmed,
            unlinkedAt: null,
          },
        }),
    touch: (id: string, email: string, lastUsedAt: Date) =>
      db.update(userIdentities).set({ email, lastUsedAt }).where(eq(userIdentities.id, id)),
    identitiesOf: (userId: string) =>
      db
        .select({ identity: userIdentities, orgName: orgs.name })
        .from(userIdentities)
        .innerJoin(orgs, eq(orgs.id, userIdentities.orgId))
        .where(and(eq(userIdentities.userId, userId), isNull(userIdentities.unlinkedAt)))
        .orderBy(asc(userIdentities.linkedAt), asc(userIdentities.id))
        .limit(100),
    unlink: async (userId: string, id: string, unlinkedAt: Date): Promise<boolean> =>
      (
        await db
          .update(userIdentities)
          .set({ unlinkedAt })
          .where(and(eq(userIdentities.userId, userId), eq(userIdentities.id, id), isNull(userIdentities.unlinkedAt)))
          .returning({ id: userIdentities.id })
      ).length > 0,

    /** The account that verified an address, whatever its status. */
    holder: async (email: string) =>
      (
        await db
          .select({ id: users.id, status: users.status, isSuperadmin: users.isSuperadmin })
          .from(userEmails)
          .innerJoin(users, eq(users.id, userEmails.userId))
          .where(and(eq(userEmails.email, email), isNotNull(userEmails.verifiedAt)))
          .for('no key update')
      )[0],
    isSuperadmin: async (userId: string): Promise<boolean> =>
      (await db.select({ isSuperadmin: users.isSuperadmin }).from(users).where(eq(users.id, userId)))[0]
        ?.isSuperadmin === true,
    isMember: async (orgId: string, userId: string): Promise<boolean> =>
      (
        await db
          .select({ userId: orgMembers.userId })
          .from(orgMembers)
          .where(and(eq(orgMembers.orgId, orgId), eq(orgMembers.userId, userId)))
      ).length > 0,
    hasOpenSession: async (userId: string, sessionId: string, now: Date): Promise<boolean> =>
      (
        await db
          .select({ id: sessions.id })
          .from(sessions)
          .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.status, 'active')))
          .where(
            and(
              eq(sessions.id, sessionId),
              eq(sessions.userId, userId),
              isNull(sessions.revokedAt),
              gt(sessions.expiresAt, now),
            ),
          )
      ).length > 0,
    verifiedEmails: async (userId: string): Promise<string[]> => {
      const rows = await db
        .select({ email: userEmails.email })
        .from(userEmails)
        .where(and(eq(userEmails.userId, userId), isNotNull(userEmails.verifiedAt)))
      return rows.map(({ email }) => email)
    },
  }
}
