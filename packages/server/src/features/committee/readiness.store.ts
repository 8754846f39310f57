import { maxReadinessNames } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'
import { readConfidence } from '../metrics/index.ts'

/** How many of something are open, with the names of the first ones and the key of the first one. */
export interface Open<Name = string> {
  count: number
  names: Name[]
  first: string | null
}

/** What the rows of a deal say about its readiness. Of a removed section, only blockers still count. */
export interface ReadinessRows {
  /** By the section that each is about; null: it is about none. */
  blockers: Open<{ title: string; isRemoved: boolean } | null>
  contradictions: number
  unconfirmed: Open
  stale: Open
  empty: Open
  lowRated: Open
  /** The keys of all sections, with removed ones: the memo need not have a section that somebody has removed. */
  sections: string[]
  dealType: string | null
}

/** A mean below it is low. */
const goodRating = 4

/** The rows of a query with the columns `key` and `name`, as JSON. */
const open = (rows: string): string => `(SELECT json_build_object('count', count(*)::int,
    'names', coalesce((array_agg(name ORDER BY place, key))[1:${maxReadinessNames}], '{}'),
    'first', (array_agg(key ORDER BY place, key))[1]) FROM (${rows}) x)`

const sectionsThat = (condition: string): string =>
  `SELECT section_key AS key, title AS name, position AS place FROM sections
    WHERE deal_id = $1 AND removed_at IS NULL AND ${condition}`

export type ReadinessStore = ReturnType<typeof createReadinessStore>

export const createReadinessStore = (database: Database) => ({
  /** One statement: all counts are of one moment. */
  rows: async (dealId: string): Promise<ReadinessRows> => {
    const { rows } = await database.query<ReadinessRows>({
      name: 'readiness_rows',
      text: `SELECT
          ${open(`SELECT c.id::text AS key, c.created_at AS place, CASE WHEN s.deal_id IS NOT NULL
              THEN json_build_object('title', s.title, 'isRemoved', s.removed_at IS NOT NULL) END AS name
            FROM comments c LEFT JOIN sections s ON s.deal_id = c.deal_id AND s.section_key = c.section_key
            WHERE c.deal_id = $1 AND c.comment_type = 'blocker' AND c.status = 'open' AND c.deleted_at IS NULL`)} AS blockers,
          (SELECT count(*)::int FROM reconciliation_findings
            WHERE deal_id = $1 AND status = 'differs' AND choice IS NULL) AS contradictions,
          ${open(`SELECT m.metric_key AS key, m.label AS name, m.position AS place FROM deal_metrics m
            WHERE m.deal_id = $1 AND m.value IS NOT NULL AND m.source IS NOT NULL
              AND coalesce(m.confidence, 0) < ${readConfidence}
              AND NOT EXISTS (SELECT FROM metric_sources c WHERE c.deal_id = $1 AND c.metric_key = m.metric_key
                AND c.chosen_by IS NOT NULL AND NOT c.by_template)
              AND EXISTS (SELECT FROM sections s
                WHERE s.deal_id = $1 AND s.removed_at IS NULL AND m.metric_key = ANY(s.cited))`)} AS unconfirmed,
          ${open(sectionsThat('stale'))} AS stale,
          ${open(sectionsThat(String.raw`content !~ '\S'`))} AS empty,
          ${open(`SELECT s.section_key AS key, s.title AS name, s.position AS place FROM sections s
            JOIN feedback f ON f.deal_id = s.deal_id AND f.section_key = s.section_key AND f.counts
            WHERE s.deal_id = $1 AND s.removed_at IS NULL GROUP BY s.section_key, s.title, s.position
            HAVING avg(f.rating) < ${goodRating}`)} AS "lowRated",
          ARRAY(SELECT section_key FROM sections WHERE deal_id = $1 ORDER BY position, section_key) AS sections,
          (SELECT deal_type FROM deal_models WHERE deal_id = $1) AS "dealType"`,
      values: [dealId],
    })
    const [row] = rows
    if (row === undefined) throw new Error('A query without a table has one row')
    return row
  },
})
