import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { roleCounts } from '../../platform/database/role-counts.ts'
import { orgMembers, orgs } from '../../platform/database/tables/orgs.ts'

export type OrgsStore = ReturnType<typeof createOrgsStore>
export type OrgRow = typeof orgs.$inferSelect
export type CountedOrg = NonNullable<Awaited<ReturnType<OrgsStore['counted']>>>
export type OrgChange = Partial<Pick<OrgRow, 'name' | 'slug' | 'status' | 'settings'>>

export interface OrgsPage {
  search?: string | undefined
  status?: OrgRow['status'] | undefined
  after: { time: Date; id: string } | undefined
  limit: number
}

const memberCount = sql<number>`(SELECT count(*)::int FROM org_members counted WHERE counted.org_id = orgs.id)`
const counts = sql.raw(roleCounts('org_members'))
const dealCount = sql<number>`(SELECT count(*)::int FROM deals counted WHERE counted.org_id = orgs.id)`

export const createOrgsStore = (database: Database) => {
  const { db } = database
  const ofUser = db
    .select({ id: orgs.id, name: orgs.name, slug: orgs.slug, role: orgMembers.role, counts: sql<boolean>`${counts}` })
    .from(orgMembers)
    .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
    .where(and(eq(orgMembers.userId, sql.placeholder('userId')), eq(orgs.status, 'active')))
    .orderBy(orgs.name, orgs.id)
    .limit(200)
    .prepare('orgs_of_user')

  const activeRole = db
    .select({ role: orgMembers.role })
    .from(orgMembers)
    .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
    .where(
      and(
        eq(orgMembers.orgId, sql.placeholder('orgId')),
        eq(orgMembers.userId, sql.placeholder('userId')),
        eq(orgs.status, 'active'),
        counts,
      ),
    )
    .prepare('org_active_role')

  const administered = db
    .select({ orgId: orgMembers.orgId })
    .from(orgMembers)
    .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
    .where(
      and(
        eq(orgMembers.userId, sql.placeholder('userId')),
        inArray(orgMembers.role, ['admin', 'owner']),
        eq(orgs.status, 'active'),
        counts,
      ),
    )
    .limit(1)
    .prepare('org_administered')

  return {
    activeRole: async (userId: string, orgId: string) => (await activeRole.execute({ userId, orgId }))[0]?.role,
    /** Ignores memberships granted by superadmin power. */
    ordinaryRole: async (userId: string, orgId: string) =>
      (
        await db
          .select({ role: orgMembers.role })
          .from(orgMembers)
          .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
          .where(
            and(
              eq(orgMembers.orgId, orgId),
              eq(orgMembers.userId, userId),
              eq(orgs.status, 'active'),
              eq(orgMembers.bySuperadmin, false),
            ),
          )
      )[0]?.role,
    administersAny: async (userId: string): Promise<boolean> => (await administered.execute({ userId })).length > 0,
    exists: async (orgId: string): Promise<boolean> =>
      (await db.select({ id: orgs.id }).from(orgs).where(eq(orgs.id, orgId))).length > 0,
    ofUser: (userId: string) => ofUser.execute({ userId }),
    mine: (userId: string) =>
      db
        .select({ org: orgs, role: orgMembers.role, memberCount })
        .from(orgMembers)
        .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
        .where(and(eq(orgMembers.userId, userId), eq(orgs.status, 'active'), counts))
        .orderBy(asc(orgs.name), asc(orgs.id))
        .limit(200),
    counted: async (orgId: string) =>
      (await db.select({ org: orgs, memberCount, dealCount }).from(orgs).where(eq(orgs.id, orgId)))[0],
    page: ({ search, status, after, limit }: OrgsPage) =>
      db
        .select({ org: orgs, memberCount, dealCount })
        .from(orgs)
        .where(
          and(
            // Not LIKE, because search text must not act as a pattern.
            search === undefined
              ? undefined
              : sql`strpos(lower(${orgs.name} || E'\n' || ${orgs.slug}), lower(${search})) > 0`,
            status === undefined ? undefined : eq(orgs.status, status),
            olderThan([orgs.createdAt, orgs.id], after),
          ),
        )
        .orderBy(desc(orgs.createdAt), desc(orgs.id))
        .limit(limit),

    /** Serializes membership changes of an organization on its row; statements that only reference it do not wait. */
    lock: async (orgId: string) => (await db.select().from(orgs).where(eq(orgs.id, orgId)).for('no key update'))[0],
    add: (org: typeof orgs.$inferInsert) => db.insert(orgs).values(org),
    save: (orgId: string, change: OrgChange, now: Date) =>
      db
        .update(orgs)
        .set({ ...change, updatedAt: now })
        .where(eq(orgs.id, orgId)),
    addMember: (member: typeof orgMembers.$inferInsert) => db.insert(orgMembers).values(member),

    /**
     * A number for which the slug is free, following a taken one; 1 is the slug itself. Uses binary search: every name
     * without Latin letters becomes `org`, and counting all of them would block the next request. The caller must hold
     * the lock of the slug family.
     */
    freeNumber: async (slug: string): Promise<number> => {
      const { rows } = await database.query<{ number: number }>({
        name: 'org_slug_free_number',
        text: `WITH RECURSIVE search (low, high, bounded) AS (
            SELECT 0, 1, false
            UNION ALL
            SELECT
              CASE WHEN taken THEN probe ELSE low END,
              CASE WHEN NOT taken THEN probe WHEN bounded THEN high ELSE probe * 2 END,
              bounded OR NOT taken
            FROM (
              SELECT *, CASE WHEN bounded THEN (low + high) / 2 ELSE high END AS probe
              FROM search WHERE NOT bounded OR high - low > 1
            ) step, LATERAL (
              SELECT EXISTS (
                SELECT 1 FROM orgs WHERE slug = CASE probe WHEN 1 THEN $1 ELSE $1 || '-' || probe END
              ) AS taken
            ) look
          )
          SELECT high AS number FROM search WHERE bounded AND high - low = 1`,
        values: [slug],
      })
      return rows[0]?.number ?? 1
    },
  }
}
