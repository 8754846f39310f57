import type { DealRole } from '@deal-canvas/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { roleCounts } from '../../platform/database/role-counts.ts'
import { dealMembers, deals, journalHeads } from '../../platform/database/tables/deals.ts'
import { orgMembers, orgs } from '../../platform/database/tables/orgs.ts'
import { grants } from './access.store.ts'

export type DealsStore = ReturnType<typeof createDealsStore>
export type DealRow = typeof deals.$inferSelect

export interface DealsPage {
  /** A substring of the name. */
  q: string | undefined
  status: DealRow['status'] | undefined
  archived: boolean
  after: { time: Date; id: string } | undefined
  limit: number
}

/** The sort key of the list; must match the index. */
const activity = 'coalesce(d.last_activity_at, d.created_at)'

const fields = `d.id, d.org_id AS "orgId", d.created_by AS "createdBy", d.name, d.tier, d.status, d.archived_at AS "archivedAt", d.decision,
  d.rationale, d.decided_by AS "decidedBy", d.decided_at AS "decidedAt", d.created_at AS "createdAt",
  d.updated_at AS "updatedAt", d.last_activity_at AS "lastActivityAt"`

/** Additional fields that a list shows to a member of the deal. */
export interface DealSummary {
  /** Null if there is no model to assess. */
  modelVersion: number | null
  openBlockers: number
  unread: number
  people: { user_id: string; display_name: string; email_verified: boolean; avatar_url: string | null }[]
  peopleCount: number
  lastEvent: { type: string; actor_name: string | null; actor_email_verified: boolean | null } | null
}

const maxPeopleShown = 4

/** Reads each field by key, so that a list item costs the same regardless of the deal's history. */
const summary = `(SELECT version FROM deal_models WHERE deal_id = d.id AND sha256 IS NOT NULL) AS "modelVersion",
  coalesce((SELECT open_blockers FROM journal_heads WHERE deal_id = d.id), 0) AS "openBlockers",
  coalesce((SELECT unread FROM notification_counters WHERE user_id = $1 AND deal_id = d.id), 0) AS unread,
  (SELECT coalesce(json_agg(p), '[]') FROM (
      SELECT u.id AS user_id, u.display_name, u.email_verified, u.avatar_url
      FROM deal_members m JOIN users u ON u.id = m.user_id
      WHERE m.deal_id = d.id AND u.status = 'active' ORDER BY u.email_verified DESC, m.created_at, m.user_id LIMIT ${maxPeopleShown}
    ) p) AS people,
  (SELECT count(*)::int FROM deal_members m JOIN users u ON u.id = m.user_id
    WHERE m.deal_id = d.id AND u.status = 'active') AS "peopleCount",
  (SELECT json_build_object('type', j.type, 'actor_name', u.display_name, 'actor_email_verified', u.email_verified)
    FROM journal_heads h JOIN journal j ON j.deal_id = h.deal_id AND j.seq = h.seq LEFT JOIN users u ON u.id = j.actor_id
    WHERE h.deal_id = d.id) AS "lastEvent"`

export const createDealsStore = (database: Database) => {
  const { db } = database

  return {
    deal: async (dealId: string): Promise<DealRow | undefined> =>
      (await db.select().from(deals).where(eq(deals.id, dealId)))[0],

    /**
     * Returns the deals that a user can see through any source of a role. Reads at most one page from each source, so
     * that the full list is never built for someone who can see all deals of a large organization.
     */
    page: async (userId: string, { q, status, archived, after, limit }: DealsPage) => {
      const values: unknown[] = [userId, limit]
      const place = (value: unknown): string => `$${values.push(value)}`
      const wanted = [
        `d.archived_at IS ${archived ? 'NOT NULL' : 'NULL'}`,
        ...(status === undefined ? [] : [`d.status = ${place(status)}`]),
        // Not LIKE: `%` and `_` in the search text must match literally.
        ...(q === undefined ? [] : [`strpos(lower(d.name), lower(${place(q)})) > 0`]),
        ...(after === undefined ? [] : [`(${activity}, d.id) < (${place(after.time)}, ${place(after.id)})`]),
      ].join(' AND ')
      const key = `d.id, ${activity} AS sorted_at`
      const newest = 'ORDER BY sorted_at DESC, id DESC LIMIT $2'
      // Not a named statement: a generic plan shared by all searches would suit none of them.
      const { rows } = await database.query<DealRow & DealSummary & { roles: DealRole[] }>({
        text: `WITH found AS (
            (SELECT w.id, w.sorted_at FROM org_members o JOIN orgs g ON g.id = o.org_id CROSS JOIN LATERAL (
                SELECT ${key} FROM deals d WHERE d.org_id = o.org_id AND ${wanted}
                ORDER BY ${activity} DESC, d.id DESC LIMIT $2
              ) w
              WHERE o.user_id = $1 AND o.role IN ('owner', 'admin') AND g.status = 'active'
                AND ${roleCounts('o')})
            UNION
            (SELECT ${key}
              FROM deal_members m JOIN deals d ON d.id = m.deal_id LEFT JOIN orgs g ON g.id = d.org_id
              WHERE m.user_id = $1 AND (d.org_id IS NULL OR g.status = 'active') AND ${wanted} ${newest})
            UNION
            (SELECT DISTINCT ${key}
              FROM org_members o JOIN orgs g ON g.id = o.org_id
                JOIN team_members p ON p.org_id = o.org_id AND p.user_id = o.user_id
                JOIN deal_teams t ON t.team_id = p.team_id JOIN deals d ON d.id = t.deal_id AND d.org_id = o.org_id
              WHERE o.user_id = $1 AND g.status = 'active' AND ${roleCounts('o')} AND ${wanted} ${newest})
          ), page AS (SELECT id, sorted_at FROM found ${newest})
          SELECT ${fields}, ${summary}, (SELECT array_agg(r.role) FROM (${grants}) r WHERE r.deal_id = d.id) AS roles
          FROM page JOIN deals d ON d.id = page.id ORDER BY page.sorted_at DESC, page.id DESC`,
        values,
      })
      return rows
    },

    /**
     * Locks an active organization while acting for its members, so that nobody leaves it meanwhile. False: it is not
     * active.
     */
    holdOrg: async (orgId: string): Promise<boolean> =>
      (
        await db
          .select({ id: orgs.id })
          .from(orgs)
          .where(and(eq(orgs.id, orgId), eq(orgs.status, 'active')))
          .for('share')
      ).length > 0,
    /** Whether the user is a member whose role counts. */
    isMemberOfOrg: async (orgId: string, userId: string): Promise<boolean> =>
      (
        await db
          .select({ userId: orgMembers.userId })
          .from(orgMembers)
          .where(and(eq(orgMembers.orgId, orgId), eq(orgMembers.userId, userId), sql.raw(roleCounts('org_members'))))
      ).length > 0,

    /** Inserts the deal with its owner and the head of its audit trail. */
    add: async (deal: DealRow, ownerId: string, noHash: string): Promise<void> => {
      await db.insert(deals).values(deal)
      const none = { retrievals: 0, discourse: 0, activity: 0, readiness: 0, llmCalls: 0 }
      await db.insert(journalHeads).values({ dealId: deal.id, seq: 0, hash: noHash, ...none })
      await db
        .insert(dealMembers)
        .values({ dealId: deal.id, userId: ownerId, role: 'owner', createdAt: deal.createdAt })
    },
    save: (dealId: string, change: Pick<DealRow, 'name' | 'archivedAt' | 'updatedAt'>) =>
      db.update(deals).set(change).where(eq(deals.id, dealId)),
  }
}
