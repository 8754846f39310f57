import { createHash } from 'node:crypto'
import type { SearchKind } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'
import { oneOf } from '../../platform/database/listed.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'
import { maxMoreDeals, maxSingleDeals, ownDeals, type Reach, wholeOrgs } from './reach.ts'
import type { Question } from './read-question.ts'

export type SearchStore = ReturnType<typeof createSearchStore>

export interface Entry {
  dealId: string
  ref: string
  at: Date
}

/** The last hit of the page before. */
export interface After extends Entry {
  kind: SearchKind
}

export interface Looked {
  kind: SearchKind
  /** Whether there was nothing older to look at. */
  whole: boolean
  /** How many of the entries that were looked at are hits. */
  found: number
  /** The newest hits, as far as no newer one can be missing. */
  hits: Entry[]
}

export interface Asked {
  userId: string
  question: Question
  reach: Reach
  kinds: readonly SearchKind[]
  after: After | undefined
  limit: number
}

/** Entries of each kind that are looked at before the index of words is used. */
const maxLooked = 1_000
/** Matches of a word that are sorted by age. */
const maxSorted = 20_000
/** A shorter beginning of a word has too many continuations for the index of words. */
const minBeginning = 3

const newestFirst = 'at DESC, deal_id DESC, ref DESC'

/** A question for entries that can also match by the metric they are about. */
const metricQuery = `(SELECT string_agg(quote_literal(' m' || key), ' | ')::tsquery
  FROM unnest((SELECT $4::text[])) key)`
const query = (kind: string): string => `(SELECT CASE WHEN ${kind} IN ('metric', 'fact')
  THEN coalesce(q || ${metricQuery}, q) ELSE q END
  FROM search_query((SELECT $2::text[]), (SELECT $3::boolean)) q)`

const token = (letter: string, id: string): string => `' ${letter}${createHash('md5').update(id).digest('hex')}'`

/** All entries that could be within reach, as a query for the index of words. */
const reachQuery = ({ dealIds, orgIds, partOrgIds, more }: Reach): string =>
  [
    ...[...dealIds, ...more].map((id) => token('d', id)),
    ...[...orgIds, ...partOrgIds].map((id) => token('o', id)),
  ].join(' | ')

export const createSearchStore = (database: Database) => ({
  /** Where the person's deals are. */
  reach: async (userId: string): Promise<Reach> => {
    const { rows } = await database.query<{ orgIds: string[]; deals: { id: string; org: string | null }[] }>({
      name: 'search_reach',
      text: `WITH whole AS MATERIALIZED (${wholeOrgs})
        SELECT ARRAY(SELECT org_id FROM whole) AS "orgIds",
          ARRAY(SELECT json_build_object('id', d.id, 'org', d.org_id) FROM (${ownDeals}) m JOIN deals d ON d.id = m.deal_id
            WHERE d.org_id IS NULL OR d.org_id NOT IN (SELECT org_id FROM whole)
            ORDER BY d.org_id NULLS FIRST LIMIT ${maxMoreDeals}) AS deals`,
      values: [userId],
    })
    const { orgIds, deals } = rows[0] ?? { orgIds: [], deals: [] }
    if (deals.length <= maxSingleDeals) return { orgIds, dealIds: deals.map(({ id }) => id), partOrgIds: [], more: [] }
    const partOrgs = await database.query<{ id: string }>({
      name: 'search_part_orgs',
      text: `SELECT DISTINCT d.org_id AS id FROM (${ownDeals}) m JOIN deals d ON d.id = m.deal_id
        WHERE d.org_id IS NOT NULL AND d.org_id NOT IN (${wholeOrgs})`,
      values: [userId],
    })
    const personal = deals.filter(({ org }) => org === null).map(({ id }) => id)
    const [dealIds, more] = personal.length <= maxSingleDeals ? [personal, []] : [[], personal]
    return { orgIds, dealIds, partOrgIds: partOrgs.rows.map(({ id }) => id), more }
  },

  /**
   * Looks at the newest entries of each kind, which finds common words at once, and everything where there is little to
   * look at.
   */
  look: async ({ userId, question, reach, kinds, after, limit }: Asked): Promise<Looked[]> => {
    const { dealIds, orgIds, partOrgIds, more } = reach
    const each = Math.ceil(maxLooked / Math.max(1, dealIds.length + orgIds.length + partOrgIds.length))
    const looked = (where: string, order: string, hit: string): string => `LATERAL (
        SELECT e.deal_id, e.ref, e.at, ${hit} AS hit FROM search_entries e
        WHERE ${where} AND e.kind = asked.kind AND e.at <= asked.upto
          AND (asked.kind IS DISTINCT FROM $8 OR (e.at, e.deal_id, e.ref) < ($9::timestamptz, $10, $11))
        ORDER BY ${order} LIMIT $12) e`
    const { rows } = await database.query<{
      kind: SearchKind
      whole: boolean
      found: number
      hits: { dealId: string; ref: string; at: string }[] | null
    }>({
      name: 'search_look',
      text: `WITH whole AS MATERIALIZED (${wholeOrgs}), own AS MATERIALIZED (
            SELECT deal_id FROM (${ownDeals}) m WHERE cardinality((SELECT $7::uuid[])) > 0
          ), asked AS MATERIALIZED (
            SELECT kind, ${query('kind')} AS words,
              CASE WHEN kind = $8 THEN $9::timestamptz ELSE 'infinity' END AS upto
            FROM unnest((SELECT $14::text[])) kind
          ), looked AS MATERIALIZED (
            SELECT asked.kind, place.id AS place, e.* FROM asked CROSS JOIN (
                SELECT given.id FROM unnest((SELECT $5::text[])) given (id)
                WHERE ${visibleDeal('$1', 'given.id')} OFFSET 0) place
              CROSS JOIN ${looked('e.deal_id = place.id', 'e.at DESC, e.ref DESC', 'e.words @@ asked.words')}
            UNION ALL
            SELECT asked.kind, place.id::text, e.* FROM asked CROSS JOIN (
                SELECT org_id AS id FROM whole WHERE org_id = ${oneOf('$6::uuid[]')}) place
              CROSS JOIN ${looked('e.org_id = place.id', 'e.at DESC, e.deal_id DESC, e.ref DESC', 'e.words @@ asked.words')}
            UNION ALL
            SELECT asked.kind, place.id::text, e.* FROM asked CROSS JOIN unnest((SELECT $7::uuid[])) place (id)
              CROSS JOIN ${looked(
                'e.org_id = place.id',
                'e.at DESC, e.deal_id DESC, e.ref DESC',
                'e.words @@ asked.words AND e.deal_id IN (SELECT deal_id FROM own)',
              )}
          ), ends AS (
            SELECT kind, max(oldest) AS at FROM (
              SELECT kind, place, count(*) AS n, min(at) AS oldest FROM looked GROUP BY kind, place) p
            WHERE n >= $12 GROUP BY kind
          ), hits AS (
            SELECT l.kind, l.deal_id, l.ref, l.at, count(*) OVER (PARTITION BY l.kind) AS found,
              row_number() OVER (PARTITION BY l.kind ORDER BY l.at DESC, l.deal_id DESC, l.ref DESC) AS place
            FROM looked l WHERE l.hit
          )
        SELECT asked.kind, ends.at IS NULL AS whole, coalesce(max(hits.found), 0)::int AS found,
          json_agg(json_build_object('dealId', hits.deal_id, 'ref', hits.ref, 'at', hits.at) ORDER BY hits.place)
            FILTER (WHERE hits.place <= $13 AND (ends.at IS NULL OR hits.at > ends.at)) AS hits
        FROM asked LEFT JOIN ends USING (kind) LEFT JOIN hits ON hits.kind = asked.kind AND hits.place <= $13
        GROUP BY asked.kind, ends.at`,
      values: [
        userId,
        question.units,
        question.isOpen,
        question.metricKeys,
        dealIds,
        orgIds,
        partOrgIds,
        after?.kind ?? null,
        after?.at ?? null,
        after?.dealId ?? null,
        after?.ref ?? null,
        each,
        limit + 1,
        kinds,
      ],
    })
    return rows.map(({ kind, whole, found, hits }) => ({
      kind,
      found,
      whole: whole && more.length === 0,
      // Deals that were not looked at can have newer hits.
      hits: more.length > 0 ? [] : (hits ?? []).map(({ at, ...hit }) => ({ ...hit, at: new Date(at) })),
    }))
  },

  /** Finds rare words, which may be in old entries, by the index of words. */
  find: async (kind: SearchKind, { userId, question, reach, after, limit }: Asked) => {
    const last = [
      ...(question.units
        .at(-1)
        ?.split(/[^\p{L}\p{N}]+/u)
        .at(-1) ?? ''),
    ]
    const here = after?.kind === kind ? after : undefined
    const { rows } = await database.query<Entry & { found: number }>({
      name: `search_find_${kind}`,
      text: `WITH whole AS MATERIALIZED (${wholeOrgs}), own AS MATERIALIZED (${ownDeals}), matches AS MATERIALIZED (
            SELECT e.deal_id, e.org_id, e.ref, e.at FROM search_entries e
            WHERE e.kind = '${kind}' AND e.words @@ (SELECT (SELECT $5::tsquery) && ${query(`'${kind}'`)})
            LIMIT ${maxSorted}
          )
        SELECT deal_id AS "dealId", ref, at, (count(*) OVER ())::int AS found FROM matches
        WHERE (org_id IN (SELECT org_id FROM whole) OR deal_id IN (SELECT deal_id FROM own))
          AND ($6::timestamptz IS NULL OR (at, deal_id, ref) < ($6, $7, $8))
        ORDER BY ${newestFirst} LIMIT $9`,
      values: [
        userId,
        question.units,
        question.isOpen && last.length >= minBeginning,
        question.metricKeys,
        reachQuery(reach),
        here?.at ?? null,
        here?.dealId ?? null,
        here?.ref ?? null,
        limit + 1,
      ],
    })
    return { found: rows[0]?.found ?? 0, hits: rows.map(({ dealId, ref, at }): Entry => ({ dealId, ref, at })) }
  },

  /** Those of the deals that the person sees. */
  deals: async (userId: string, dealIds: readonly string[]) => {
    const { rows } = await database.query<{ id: string; name: string; isArchived: boolean }>({
      name: 'search_deals',
      text: `SELECT d.id, d.name, d.archived_at IS NOT NULL AS "isArchived" FROM deals d
        WHERE d.id = ${oneOf('$2::text[]')} AND ${visibleDeal('$1', 'd.id')}`,
      values: [userId, dealIds],
    })
    return new Map(rows.map((row) => [row.id, row]))
  },

  /** Whether everything from before an upgrade is indexed. */
  isComplete: async (): Promise<boolean> => {
    const { rows } = await database.query<{ some: boolean }>({
      name: 'search_complete',
      text: 'SELECT EXISTS (SELECT FROM search_backlog) AS some',
    })
    return rows[0]?.some !== true
  },
})
