import type { Database } from '../../platform/database/database.ts'

export type BacklogStore = ReturnType<typeof createBacklogStore>

/** The tables of a deal in the order in which they are indexed. */
export const stages = ['deal', 'section', 'passage', 'fact', 'comment'] as const
export type Stage = (typeof stages)[number]

export interface BacklogStep {
  dealId: string
  stage: Stage
  /** The key of the last row that was indexed; empty: none. */
  after: string
}

interface Done {
  rows: number
  last: string | null
}

/** How many rows a step indexes; fewer where they are long. */
const rowsAtOnce = { section: 20, passage: 500, fact: 500, comment: 100 } as const

/** The rows after the last one are locked, so that what deletes one of them waits, and then drops its entry. */
const next: Record<Exclude<Stage, 'deal'>, string> = {
  section: `WITH next AS MATERIALIZED (SELECT t.* FROM sections t WHERE t.deal_id = $1 AND t.section_key > $2
      ORDER BY t.section_key LIMIT ${rowsAtOnce.section} FOR SHARE),
    done AS MATERIALIZED (SELECT section_key AS key, search_put_section(next.*::sections) FROM next)
    SELECT count(*)::int AS rows, max(key) AS last FROM done`,
  passage: `WITH next AS MATERIALIZED (SELECT t.* FROM passages t WHERE t.deal_id = $1 AND (t.document_id, t.position) > (
        coalesce(nullif(split_part($2, ' ', 1), ''), '00000000-0000-0000-0000-000000000000')::uuid,
        coalesce(nullif(split_part($2, ' ', 2), ''), '-1')::int)
      ORDER BY t.document_id, t.position LIMIT ${rowsAtOnce.passage} FOR SHARE),
    done AS MATERIALIZED (SELECT document_id, position, search_put_passage(next.*::passages) FROM next)
    SELECT count(*)::int AS rows, (array_agg(document_id || ' ' || position ORDER BY document_id DESC, position DESC))[1] AS last
    FROM done`,
  fact: `WITH next AS MATERIALIZED (SELECT t.* FROM document_facts t WHERE t.deal_id = $1 AND (t.document_id, t.position) > (
        coalesce(nullif(split_part($2, ' ', 1), ''), '00000000-0000-0000-0000-000000000000')::uuid,
        coalesce(nullif(split_part($2, ' ', 2), ''), '-1')::int)
      ORDER BY t.document_id, t.position LIMIT ${rowsAtOnce.fact} FOR SHARE),
    done AS MATERIALIZED (SELECT document_id, position, search_put_fact(next.*::document_facts) FROM next)
    SELECT count(*)::int AS rows, (array_agg(document_id || ' ' || position ORDER BY document_id DESC, position DESC))[1] AS last
    FROM done`,
  comment: `WITH next AS MATERIALIZED (SELECT t.* FROM comments t WHERE t.deal_id = $1 AND t.deleted_at IS NULL
        AND (t.created_at, t.id) > (coalesce(nullif(split_part($2, ' ', 1), ''), '-infinity')::timestamptz,
          coalesce(nullif(split_part($2, ' ', 2), ''), '00000000-0000-0000-0000-000000000000')::uuid)
      ORDER BY t.created_at, t.id LIMIT ${rowsAtOnce.comment} FOR SHARE),
    replies AS MATERIALIZED (SELECT r.* FROM comment_replies r JOIN next ON next.id = r.comment_id FOR SHARE OF r),
    answered AS MATERIALIZED (SELECT search_put_reply(replies.*::comment_replies) FROM replies),
    done AS MATERIALIZED (SELECT created_at, id, search_put_comment(next.*::comments) FROM next)
    SELECT (SELECT count(*) FROM answered) AS answers, count(*)::int AS rows,
      (array_agg(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || id ORDER BY created_at DESC, id DESC))[1] AS last
    FROM done`,
}

export const createBacklogStore = (database: Database) => ({
  /** Takes a deal that is due, for as long as the lease. */
  take: async (now: Date, until: Date): Promise<BacklogStep | undefined> => {
    const { rows } = await database.query<BacklogStep>({
      name: 'search_backlog_take',
      text: `UPDATE search_backlog SET due_at = $2 WHERE deal_id = (
          SELECT deal_id FROM search_backlog WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
        ) RETURNING deal_id AS "dealId", stage, after`,
      values: [now, until],
    })
    return rows[0]
  },

  /** Locks the deal as every change of it does. */
  lockDeal: async (dealId: string): Promise<void> => {
    await database.query({
      name: 'search_backlog_lock',
      text: 'SELECT FROM journal_heads WHERE deal_id = $1 FOR NO KEY UPDATE',
      values: [dealId],
    })
  },

  /** Indexes the next rows. Undefined: the stage is done. */
  index: async ({ dealId, stage, after }: BacklogStep): Promise<string | undefined> => {
    if (stage === 'deal') {
      await database.query({
        name: 'search_backlog_deal',
        text: `SELECT (SELECT count(search_put_deal(d.*::deals)::text) FROM deals d WHERE d.id = $1),
          (SELECT count(search_put_metric(m.*::deal_metrics)::text) FROM deal_metrics m WHERE m.deal_id = $1),
          (SELECT count(search_put_document(f.*::documents)::text) FROM documents f WHERE f.deal_id = $1)`,
        values: [dealId],
      })
      return undefined
    }
    const { rows } = await database.query<{ rows: number } & Done>({
      name: `search_backlog_${stage}`,
      text: next[stage],
      values: [dealId, after],
    })
    const [done] = rows
    return done === undefined || done.last === null || done.rows < rowsAtOnce[stage] ? undefined : done.last
  },

  advance: async ({ dealId, stage, after }: BacklogStep, dueAt: Date): Promise<void> => {
    await database.query({
      name: 'search_backlog_advance',
      text: 'UPDATE search_backlog SET stage = $2, after = $3, due_at = $4 WHERE deal_id = $1',
      values: [dealId, stage, after, dueAt],
    })
  },

  end: async (dealId: string): Promise<void> => {
    await database.query({
      name: 'search_backlog_end',
      text: 'DELETE FROM search_backlog WHERE deal_id = $1',
      values: [dealId],
    })
  },
})
