import { scenarioColors, thresholdKinds, thresholdSides } from '@deal-canvas/contract'
import type { RankCorrelation, Uncertainty } from '@deal-canvas/engine'
import { sql } from 'drizzle-orm'
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/** An input of a scenario. */
export interface StoredOverride {
  metricKey: string
  /** In the metric's unit. */
  value: number
  reason: string | null
  setBy: string
  /** ISO 8601. */
  setAt: string
}

/** Named sets of overrides of a deal. Base, the workbook without overrides, has no row. */
export const scenarios = pgTable(
  'scenarios',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    note: text('note'),
    color: text('color', { enum: scenarioColors }).notNull(),
    visibility: text('visibility', { enum: ['shared', 'private'] }).notNull(),
    /** The id of another scenario; null if it started from Base or that one was deleted. */
    basedOn: text('based_on'),
    /** By metric key. Those of the presented scenario are also the active rows of `model_overrides`. */
    overrides: jsonb('overrides').$type<StoredOverride[]>().notNull(),
    /** The presented overrides when this scenario was proposed, by metric key; null if it is not proposed. */
    proposedAgainst: jsonb('proposed_against').$type<Record<string, number>>(),
    proposedBy: uuid('proposed_by').references(() => users.id),
    proposedAt: instant('proposed_at'),
    proposalReason: text('proposal_reason'),
    version: integer('version').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('scenarios_deal').on(table.dealId, table.createdAt),
    index('scenarios_author').on(table.createdBy),
    // The few that wait for an owner.
    index('scenarios_proposed').on(table.dealId).where(sql`${table.proposedAt} IS NOT NULL`),
  ],
)

/** An input that varies in simulations. */
export type StoredUncertainty = Uncertainty & { metricKey: string }

/** Versions of what is uncertain in a scenario; the newest one applies. Those of `base` are the settings of the deal. */
export const uncertaintySettings = pgTable(
  'uncertainty_settings',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** The id of a scenario, or `base`. */
    scenarioId: text('scenario_id').notNull(),
    version: integer('version').notNull(),
    /** Null if the settings were reset. */
    inputs: jsonb('inputs').$type<StoredUncertainty[]>(),
    correlations: jsonb('correlations').$type<RankCorrelation[]>().notNull(),
    savedBy: uuid('saved_by')
      .notNull()
      .references(() => users.id),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.scenarioId, table.version] }),
    index('uncertainty_settings_author').on(table.savedBy),
  ],
)

/** Hurdles and covenants of a deal. */
export const thresholds = pgTable(
  'thresholds',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    metricKey: text('metric_key').notNull(),
    side: text('side', { enum: thresholdSides }).notNull(),
    /** In the metric's unit. */
    value: doublePrecision('value').notNull(),
    kind: text('kind', { enum: thresholdKinds }).notNull(),
    source: text('source'),
    version: integer('version').notNull(),
    updatedBy: uuid('updated_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    /** One limit on each side. */
    uniqueIndex('thresholds_metric').on(table.dealId, table.metricKey, table.side),
    index('thresholds_author').on(table.updatedBy),
  ],
)
