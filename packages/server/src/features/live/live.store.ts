import type { EntryKind } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'

/** Part of a deal's audit trail: the entries after a sequence number. */
export interface Stretch {
  dealId: string
  after: number
}

export interface StretchEntry {
  /** Index of the stretch it belongs to. */
  place: number
  dealId: string
  seq: number
  ts: Date
  kind: EntryKind
  type: string
  actorId: string | null
  /** Whether another installation recorded it: the people in its data have other ids here. */
  isImported: boolean
  /** Canonical JSON; null if erased. */
  data: string | null
}

/** A person of a deal by the id that another installation used. */
export interface ForeignPerson {
  dealId: string
  foreignId: string
}

export interface Pair {
  userId: string
  dealId: string
}

export interface Stand {
  /** Last sequence number of the deal's audit trail; null if the deal no longer exists. */
  seq: number | null
  visible: boolean
  /** Whether the account can still sign in. */
  active: boolean
}

export interface PersonShown {
  userId: string
  displayName: string
  emailVerified: boolean
  avatarUrl: string | null
}

export type LiveStore = ReturnType<typeof createLiveStore>

export const createLiveStore = (database: Database) => ({
  /** Reads the first entries of each stretch in order, for many deals in one statement. */
  entries: async (stretches: readonly Stretch[], limit: number): Promise<StretchEntry[]> => {
    const { rows } = await database.query<Omit<StretchEntry, 'seq' | 'place'> & { seq: string; place: string }>({
      name: 'live_entries',
      text: `SELECT s.place, e.* FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS s(deal_id, after, place)
        CROSS JOIN LATERAL (
          SELECT j.deal_id AS "dealId", j.seq, j.ts, j.kind, j.type, j.actor_id AS "actorId", j.data,
            EXISTS (SELECT FROM deal_origins o WHERE o.deal_id = j.deal_id AND o.seq >= j.seq) AS "isImported"
          FROM journal j
          WHERE j.deal_id = s.deal_id AND j.seq > s.after ORDER BY j.seq LIMIT $3
        ) e ORDER BY s.place, e.seq`,
      values: [stretches.map(({ dealId }) => dealId), stretches.map(({ after }) => after), limit],
    })
    return rows.map((row) => ({ ...row, place: Number(row.place) - 1, seq: Number(row.seq) }))
  },

  /** Those of the people of other installations who have a name here. */
  importedPeople: async (people: readonly ForeignPerson[]): Promise<(ForeignPerson & { userId: string })[]> => {
    const { rows } = await database.query<ForeignPerson & { userId: string }>({
      name: 'live_imported_people',
      text: `SELECT deal_id AS "dealId", foreign_id AS "foreignId", user_id AS "userId" FROM imported_people
        WHERE (deal_id, foreign_id) IN (SELECT * FROM unnest($1::text[], $2::uuid[]))`,
      values: [people.map(({ dealId }) => dealId), people.map(({ foreignId }) => foreignId)],
    })
    return rows
  },

  /** For each pair: the last sequence number of the deal, and whether the user can still see it. */
  stands: async (pairs: readonly Pair[]): Promise<Stand[]> => {
    const { rows } = await database.query<{ seq: string | null; visible: boolean; active: boolean }>({
      name: 'live_stands',
      text: `SELECT h.seq, ${visibleDeal('p.user_id', 'p.deal_id')} AS visible,
          EXISTS (SELECT 1 FROM users u WHERE u.id = p.user_id AND u.status = 'active') AS active
        FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS p(user_id, deal_id, place)
        LEFT JOIN journal_heads h ON h.deal_id = p.deal_id ORDER BY p.place`,
      values: [pairs.map(({ userId }) => userId), pairs.map(({ dealId }) => dealId)],
    })
    return rows.map(({ seq, ...rest }) => ({ seq: seq === null ? null : Number(seq), ...rest }))
  },

  people: async (userIds: readonly string[]): Promise<PersonShown[]> => {
    const { rows } = await database.query<PersonShown>({
      name: 'live_people',
      text: `SELECT id AS "userId", display_name AS "displayName", email_verified AS "emailVerified",
          avatar_url AS "avatarUrl"
        FROM users WHERE id = ANY($1::uuid[])`,
      values: [userIds],
    })
    return rows
  },
})
