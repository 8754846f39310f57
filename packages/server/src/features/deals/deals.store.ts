import type { DealRole, DealStage, DealType } from '@deal-canvas/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { roleCounts } from '../../platform/database/role-counts.ts'
import { dealMembers, deals, journalHeads } from '../../platform/database/tables/deals.ts'
import { orgMembers, orgs } from '../../platform/database/tables/orgs.ts'
import { grants } from './access.store.ts'
import {
  countedDeals,
  type DealsPage,
  type ListedFields,
  listedFields,
  pageOfDeals,
  shownDecision,
} from './deals-page.ts'

export type DealsStore = ReturnType<typeof createDealsStore>
export type DealRow = typeof deals.$inferSelect

const fields = `d.id, d.org_id AS "orgId", d.created_by AS "createdBy", d.name, d.tier, d.status, d.archived_at AS "archivedAt", d.decision,
  d.rationale, d.decided_by AS "decidedBy", d.decided_at AS "decidedAt", d.stage, d.ic_date AS "icDate", d.lead_id AS "leadId", d.city, d.deal_type AS "dealType",
  d.details_version AS "detailsVersion", d.created_at AS "createdAt",
  d.updated_at AS "updatedAt", d.last_activity_at AS "lastActivityAt"`

/** Additional fields that a list shows to a member of the deal. */
export interface DealSummary {
  shownDecision: DealRow['decision']
  /** Null if there is no model to assess. */
  modelVersion: number | null
  openBlockers: number
  unread: number
  people: { user_id: string; display_name: string; email_verified: boolean; avatar_url: string | null }[]
  peopleCount: number
  lastEvent: { type: string; actor_name: string | null; actor_email_verified: boolean | null } | null
}

export interface DealCount {
  status: 'open' | 'finalized' | 'archived'
  stage: DealStage | null
  type: DealType | null
  count: number
}

const maxPeopleShown = 4

/** Reads each field by key, so that a list item costs the same regardless of the deal's history. */
const summary = `${shownDecision} AS "shownDecision", (SELECT version FROM deal_models WHERE deal_id = d.id AND sha256 IS NOT NULL) AS "modelVersion",
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

    /** The decision to show; null: the deal is not finalized, or the row contradicts its event. */
    shownDecision: async (dealId: string): Promise<DealRow['decision']> => {
      const { rows } = await database.query<{ decision: DealRow['decision'] }>({
        name: 'deals_shown_decision',
        text: `SELECT ${shownDecision} AS decision FROM deals d WHERE d.id = $1`,
        values: [dealId],
      })
      return rows[0]?.decision ?? null
    },

    /**
     * Returns the deals that a user can see through any source of a role. Reads at most one page from each source, so
     * that the full list is never built for someone who can see all deals of a large organization.
     */
    page: async (userId: string, wanted: DealsPage) => {
      const values: unknown[] = [userId, wanted.limit]
      const { text, order } = pageOfDeals(wanted, (value) => `$${values.push(value)}`)
      // Not a named statement: a generic plan shared by all searches would suit none of them.
      const { rows } = await database.query<DealRow & DealSummary & ListedFields & { roles: DealRole[] }>({
        text: `WITH ${text}
          SELECT ${fields}, ${summary}, page.sort_key AS "sortKey", ${listedFields},
            (SELECT array_agg(r.role) FROM (${grants}) r WHERE r.deal_id = d.id) AS roles
          FROM page JOIN deals d ON d.id = page.id JOIN deal_headlines h ON h.deal_id = d.id ${order}`,
        values,
      })
      return rows
    },

    /** How many of at most `limit` deals that a user can see there are of each status, stage and type. */
    counts: async (userId: string, limit: number): Promise<DealCount[]> => {
      const { rows } = await database.query<DealCount>({
        name: 'deals_counts',
        text: `WITH found AS (SELECT id FROM (${countedDeals}) seen LIMIT $2)
          SELECT CASE WHEN d.archived_at IS NULL THEN d.status ELSE 'archived' END AS status, d.stage,
            h.deal_type AS type, count(*)::int AS count
          FROM found JOIN deals d ON d.id = found.id JOIN deal_headlines h ON h.deal_id = d.id GROUP BY 1, 2, 3`,
        values: [userId, limit],
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
