import type { Headline } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { deals } from './deals.ts'
import { orgs } from './orgs.ts'

/** The numbers that lists show of a deal. */
export interface StoredHeadlines {
  size: Headline | null
  return: Headline | null
  multiple: Headline | null
}

/**
 * What lists show and sort by, besides the deal itself, so that no list reads models. A trigger adds the row of a new
 * deal; the change that moves a number writes it again.
 */
export const dealHeadlines = pgTable(
  'deal_headlines',
  {
    dealId: text('deal_id')
      .primaryKey()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** Of the deal, which never moves to another one. */
    orgId: uuid('org_id').references(() => orgs.id),
    /** Set by a person, otherwise of the workbook; null: not known. */
    dealType: text('deal_type'),
    /** In whole units of the deal's currency. */
    size: doublePrecision('size'),
    /** In percentage points. */
    returnPct: doublePrecision('return_pct'),
    headlines: jsonb('headlines').$type<StoredHeadlines>(),
    /** The rule by which it was written; 0: never. Rows of an earlier rule are written again in the background. */
    rule: integer('rule').notNull().default(0),
  },
  (table) => [
    index('deal_headlines_size').on(table.orgId, table.size, table.dealId),
    index('deal_headlines_return').on(table.orgId, table.returnPct, table.dealId),
    index('deal_headlines_type').on(table.orgId, sql`(${table.dealType} COLLATE "C")`, table.dealId),
    index('deal_headlines_rule').on(table.rule, table.dealId),
  ],
)
