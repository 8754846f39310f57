import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { markedName } from '../../platform/database/marked-name.ts'
import type { comments } from '../../platform/database/tables/comments.ts'
import { dealSeen, journalHeads } from '../../platform/database/tables/deals.ts'
import { describedTypes, type Entry, type SectionActs } from './what-happened.ts'

/** Events after one sequence number, up to and including another. */
export interface Range {
  dealId: string
  after: number
  upTo: number
}

export interface SectionNow {
  sectionKey: string
  title: string
  version: number
  stale: boolean
  /** The version before the first change. */
  fromVersion: number
  isRemoved: boolean
}

type CommentRow = typeof comments.$inferSelect

export interface ThreadNow extends Pick<CommentRow, 'id' | 'sectionKey' | 'commentType' | 'status'> {
  authorName: string
  /** Start of the comment, longer than the snippet that is shown. */
  beginning: string
}

export interface RatingNow {
  sectionKey: string
  countBefore: number
  meanBefore: number | null
  count: number
  mean: number
}

export type SinceStore = ReturnType<typeof createSinceStore>

export const createSinceStore = (database: Database) => {
  const { db } = database

  const stands = db
    .select({ head: journalHeads.seq, seq: dealSeen.seq, at: dealSeen.at })
    .from(journalHeads)
    .leftJoin(dealSeen, and(eq(dealSeen.dealId, journalHeads.dealId), eq(dealSeen.userId, sql.placeholder('userId'))))
    .where(eq(journalHeads.dealId, sql.placeholder('dealId')))
    .prepare('since_stands')

  return {
    /** The last event of the audit trail and the user's mark; undefined if the deal does not exist. */
    stands: async (dealId: string, userId: string) => (await stands.execute({ dealId, userId }))[0],

    /** Moves the mark forward only, and never past the last event; undefined if the deal does not exist. */
    mark: async (
      dealId: string,
      userId: string,
      seq: number,
      at: Date,
    ): Promise<{ seq: number; at: Date } | undefined> => {
      const { rows } = await database.query<{ seq: number; at: Date }>({
        name: 'since_mark',
        text: `INSERT INTO deal_seen AS seen (deal_id, user_id, seq, at)
          SELECT $1, $2, least($3::bigint, seq), $4 FROM journal_heads WHERE deal_id = $1
          ON CONFLICT (deal_id, user_id) DO UPDATE SET seq = greatest(seen.seq, excluded.seq),
            at = CASE WHEN excluded.seq >= seen.seq THEN greatest(seen.at, excluded.at) ELSE seen.at END
          RETURNING seq::float8 AS seq, at`,
        values: [dealId, userId, seq, at],
      })
      return rows[0]
    },

    /** Events that the summary describes, in order. */
    described: async ({ dealId, after, upTo }: Range): Promise<Entry[]> => {
      const { rows } = await database.query<Entry>({
        name: 'since_told',
        text: `SELECT j.seq::float8 AS seq, j.ts AS at, j.type, j.actor_id AS "actorId", ${markedName('u')} AS "actorName", j.data
          FROM journal j LEFT JOIN users u ON u.id = j.actor_id
          WHERE j.deal_id = $1 AND j.seq > $2 AND j.seq <= $3 AND j.type = ANY($4::text[]) ORDER BY j.seq`,
        values: [dealId, after, upTo, describedTypes],
      })
      return rows
    },

    /** How many other events of other users there are. */
    countOther: async ({ dealId, after, upTo }: Range, me: string): Promise<number> => {
      const { rows } = await database.query<{ count: number }>({
        name: 'since_count_other',
        text: `SELECT count(*)::int AS count FROM journal
          WHERE deal_id = $1 AND seq > $2 AND seq <= $3 AND type <> ALL($4::text[]) AND actor_id IS DISTINCT FROM $5::uuid`,
        values: [dealId, after, upTo, describedTypes, me],
      })
      return rows[0]?.count ?? 0
    },

    /** Sections in memo order. A section that was only confirmed did not get a new version. */
    sections: async (dealId: string, acts: readonly SectionActs[]): Promise<SectionNow[]> => {
      const { rows } = await database.query<SectionNow>({
        name: 'since_sections',
        text: `SELECT s.section_key AS "sectionKey", s.title, s.version, s.stale, s.removed_at IS NOT NULL AS "isRemoved",
            CASE WHEN v.updated_at = first.at THEN first.version - 1 ELSE first.version END AS "fromVersion"
          FROM unnest($2::text[], $3::int[], $4::timestamptz[]) AS first (section_key, version, at)
            JOIN sections s ON s.deal_id = $1 AND s.section_key = first.section_key
            LEFT JOIN section_versions v
              ON v.deal_id = $1 AND v.section_key = first.section_key AND v.version = first.version
          ORDER BY s.position, s.section_key`,
        values: [
          dealId,
          acts.map(({ sectionKey }) => sectionKey),
          acts.map(({ version }) => version),
          acts.map(({ at }) => at),
        ],
      })
      return rows
    },

    /** Threads that still exist. */
    threads: async (dealId: string, ids: readonly string[]): Promise<ThreadNow[]> => {
      const { rows } = await database.query<ThreadNow>({
        name: 'since_threads',
        text: `SELECT c.id, c.section_key AS "sectionKey", c.comment_type AS "commentType", c.status,
            ${markedName('u')} AS "authorName", left(ltrim(c.content, E' \\t\\r\\n'), 400) AS beginning
          FROM comments c JOIN users u ON u.id = c.author_id
          WHERE c.id = ANY($2::uuid[]) AND c.deal_id = $1 AND c.deleted_at IS NULL`,
        values: [dealId, ids],
      })
      return rows
    },

    /** The names of scenarios that still exist and that the user can see. */
    scenarioNames: async (dealId: string, userId: string, ids: readonly string[]): Promise<Map<string, string>> => {
      const { rows } = await database.query<{ id: string; name: string }>({
        name: 'since_scenarios',
        text: `SELECT id, name FROM scenarios WHERE deal_id = $1 AND id = ANY($3::uuid[])
          AND (visibility = 'shared' OR proposed_at IS NOT NULL OR created_by = $2)`,
        values: [dealId, userId, ids],
      })
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    /** Replies that still exist. */
    replies: async (dealId: string, ids: readonly string[]): Promise<Set<string>> => {
      const { rows } = await database.query<{ id: string }>({
        name: 'since_replies',
        text: `SELECT r.id FROM comment_replies r JOIN comments c ON c.id = r.comment_id
          WHERE r.id = ANY($2::uuid[]) AND c.deal_id = $1`,
        values: [dealId, ids],
      })
      return new Set(rows.map(({ id }) => id))
    },

    sectionsRatedBy: async (dealId: string, userId: string, sectionKeys: readonly string[]): Promise<string[]> => {
      const { rows } = await database.query<{ sectionKey: string }>({
        name: 'since_rated_by',
        text: `SELECT section_key AS "sectionKey" FROM feedback
          WHERE deal_id = $1 AND section_key = ANY($3::text[]) AND user_id = $2 AND counts`,
        values: [dealId, userId, sectionKeys],
      })
      return rows.map(({ sectionKey }) => sectionKey)
    },

    /** Current ratings of sections, and what they were before the given ratings; in memo order. */
    ratings: async (dealId: string, sectionKeys: readonly string[], since: readonly string[]): Promise<RatingNow[]> => {
      const { rows } = await database.query<RatingNow>({
        name: 'since_ratings',
        text: `WITH given AS (
            SELECT id, section_key, user_id, rating, created_at, counts FROM feedback
            WHERE deal_id = $1 AND section_key = ANY($2::text[])
          ), former AS (
            SELECT DISTINCT ON (section_key, user_id) section_key, rating FROM given
            WHERE NOT EXISTS (SELECT FROM unnest($3::uuid[]) AS since (id) WHERE since.id = given.id)
            ORDER BY section_key, user_id, created_at DESC, id DESC
          ), before AS (
            SELECT section_key, count(*)::int AS count, round(avg(rating), 2)::float8 AS mean FROM former GROUP BY section_key
          ), now AS (
            SELECT section_key, count(*)::int AS count, round(avg(rating), 2)::float8 AS mean
            FROM given WHERE counts GROUP BY section_key
          )
          SELECT s.section_key AS "sectionKey", coalesce(before.count, 0) AS "countBefore", before.mean AS "meanBefore",
            now.count, now.mean
          FROM sections s JOIN now USING (section_key) LEFT JOIN before USING (section_key)
          WHERE s.deal_id = $1 AND s.removed_at IS NULL ORDER BY s.position, s.section_key`,
        values: [dealId, sectionKeys, since],
      })
      return rows
    },
  }
}
