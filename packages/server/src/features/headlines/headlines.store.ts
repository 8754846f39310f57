import type { Database } from '../../platform/database/database.ts'
import type { StoredHeadlines } from '../../platform/database/tables/deal-headlines.ts'

export interface HeadlinesRow {
  dealId: string
  dealType: string | null
  headlines: StoredHeadlines
}

export const createHeadlinesStore = (database: Database) => ({
  /**
   * Locks deals whose headlines are of an earlier rule. One that a change is writing is left out: that change writes
   * the row itself.
   */
  takeOutdated: async (rule: number, limit: number): Promise<string[]> => {
    const { rows } = await database.query<{ dealId: string }>({
      name: 'headlines_outdated',
      text: `SELECT deal_id AS "dealId" FROM deal_headlines WHERE rule < $1 ORDER BY rule, deal_id LIMIT $2
        FOR UPDATE SKIP LOCKED`,
      values: [rule, limit],
    })
    return rows.map(({ dealId }) => dealId)
  },

  typesOf: async (dealIds: readonly string[]): Promise<{ dealId: string; dealType: string | null }[]> => {
    const { rows } = await database.query<{ dealId: string; dealType: string | null }>({
      name: 'headlines_types',
      text: `SELECT d.id AS "dealId", coalesce(d.deal_type, m.deal_type) AS "dealType"
        FROM deals d LEFT JOIN deal_models m ON m.deal_id = d.id WHERE d.id = ANY($1::text[])`,
      values: [dealIds],
    })
    return rows
  },

  write: async (rows: readonly HeadlinesRow[], rule: number): Promise<void> => {
    await database.query({
      name: 'headlines_write',
      text: `UPDATE deal_headlines h SET deal_type = w.deal_type, size = w.size, return_pct = w.return_pct,
          headlines = w.headlines, rule = $6
        FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[], $5::jsonb[])
          AS w (deal_id, deal_type, size, return_pct, headlines)
        WHERE h.deal_id = w.deal_id`,
      values: [
        rows.map(({ dealId }) => dealId),
        rows.map(({ dealType }) => dealType),
        rows.map(({ headlines }) => headlines.size?.value ?? null),
        rows.map(({ headlines }) => headlines.return?.value ?? null),
        rows.map(({ headlines }) => JSON.stringify(headlines)),
        rule,
      ],
    })
  },
})
