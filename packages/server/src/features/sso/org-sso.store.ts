import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { orgMembers, orgs } from '../../platform/database/tables/orgs.ts'
import { identityProviders, orgDomains } from '../../platform/database/tables/sso.ts'
import { users } from '../../platform/database/tables/users.ts'
import type { ProviderRow } from './sso.store.ts'

export type OrgSsoStore = ReturnType<typeof createOrgSsoStore>

/** The single sign-on of one organization. */
export const createOrgSsoStore = (database: Database) => {
  const { db } = database
  return {
    find: async (orgId: string): Promise<ProviderRow | undefined> =>
      (await db.select().from(identityProviders).where(eq(identityProviders.orgId, orgId)))[0],
    put: async (row: ProviderRow): Promise<void> => {
      await db.insert(identityProviders).values(row).onConflictDoUpdate({ target: identityProviders.orgId, set: row })
    },
    remove: (orgId: string) => db.delete(identityProviders).where(eq(identityProviders.orgId, orgId)),

    /** Whether an owner has signed in by the provider since issuer or client were last changed. */
    ownerSignedIn: async ({ orgId, issuer, configuredAt }: ProviderRow): Promise<boolean> => {
      const { rows } = await database.query<{ found: boolean }>({
        text: `SELECT EXISTS (SELECT FROM user_identities i
            JOIN org_members m ON m.user_id = i.user_id AND m.org_id = $1 AND m.role = 'owner'
            WHERE i.issuer = $2 AND i.unlinked_at IS NULL AND i.last_used_at >= $3) AS found`,
        values: [orgId, issuer, configuredAt],
      })
      return rows[0]?.found === true
    },
    isOwner: async (orgId: string, userId: string): Promise<boolean> =>
      (
        await db
          .select({ userId: orgMembers.userId })
          .from(orgMembers)
          .innerJoin(users, and(eq(users.id, orgMembers.userId), eq(users.status, 'active')))
          .where(and(eq(orgMembers.orgId, orgId), eq(orgMembers.userId, userId), eq(orgMembers.role, 'owner')))
      ).length > 0,

    lockOrg: async (orgId: string): Promise<boolean> =>
      (await db.select({ id: orgs.id }).from(orgs).where(eq(orgs.id, orgId)).for('no key update')).length > 0,
    domains: (orgId: string) =>
      db
        .select({ domain: orgDomains.domain, createdAt: orgDomains.createdAt })
        .from(orgDomains)
        .where(eq(orgDomains.orgId, orgId))
        .orderBy(asc(orgDomains.domain)),
    addDomain: (row: typeof orgDomains.$inferInsert) => db.insert(orgDomains).values(row),
    removeDomain: async (orgId: string, domain: string): Promise<boolean> =>
      (
        await db
          .delete(orgDomains)
          .where(and(eq(orgDomains.orgId, orgId), eq(orgDomains.domain, domain)))
          .returning({ domain: orgDomains.domain })
      ).length > 0,
  }
}
