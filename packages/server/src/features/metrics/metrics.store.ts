import { type DealTier, defaultCurrency, type FrozenCells, maxMetrics } from '@deal-canvas/contract'
import { and, asc, count, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealMetrics } from '../../platform/database/tables/sections.ts'
import type { ProvenanceFacts, ShownOverride } from './provenance.ts'

export type MetricRow = typeof dealMetrics.$inferSelect
/** A metric to be written; its version is derived from the stored one. */
export type NewMetric = Omit<MetricRow, 'dealId' | 'version' | 'updatedAt'>

/** The result of writing a metric. */
export interface Written {
  metricKey: string
  version: number
  before: number | null
  after: number | null
}

export type MetricsStore = ReturnType<typeof createMetricsStore>

/** The columns whose change creates a new version of a metric. */
const facts = ['label', 'unit', 'value', 'kind', 'formula', 'source', 'confidence', 'computed_share']

export const createMetricsStore = (database: Database) => {
  const { db } = database

  return {
    all: (dealId: string): Promise<MetricRow[]> =>
      db
        .select()
        .from(dealMetrics)
        .where(eq(dealMetrics.dealId, dealId))
        .orderBy(asc(dealMetrics.position), asc(dealMetrics.metricKey))
        .limit(maxMetrics),

    /** The latest override of each metric, and who chose the cells of metrics. */
    provenanceFacts: async (dealId: string): Promise<ProvenanceFacts> => {
      const [{ rows: overrides }, { rows: chosen }, { rows: deals }] = await Promise.all([
        database.query<ShownOverride>({
          name: 'metrics_overrides',
          text: `SELECT DISTINCT ON (o.metric_key) o.metric_key AS "metricKey", o.value,
              o.workbook_value AS "workbookValue", o.reason, o.applied_by AS "appliedBy",
              u.display_name AS "appliedByName", o.applied_at AS "appliedAt"
            FROM model_overrides o JOIN users u ON u.id = o.applied_by
            WHERE o.deal_id = $1 AND o.reverted_at IS NULL
            ORDER BY o.metric_key, o.version DESC
            LIMIT ${maxMetrics}`,
          values: [dealId],
        }),
        database.query<{ metricKey: string; by: string; byName: string; at: Date }>({
          name: 'metrics_chosen',
          text: `SELECT s.metric_key AS "metricKey", s.chosen_by AS by, u.display_name AS "byName", s.chosen_at AS at
            FROM metric_sources s JOIN users u ON u.id = s.chosen_by
            WHERE s.deal_id = $1 AND NOT s.by_template
            LIMIT ${maxMetrics}`,
          values: [dealId],
        }),
        database.query<{ tier: DealTier; frozen: FrozenCells | null; currency: string | null }>({
          name: 'metrics_provenance',
          text: `SELECT d.tier, m.frozen, coalesce(r.currency, r.workbook_currency) AS currency
            FROM deals d LEFT JOIN deal_models m ON m.deal_id = d.id
              LEFT JOIN deal_readings r ON r.deal_id = d.id WHERE d.id = $1`,
          values: [dealId],
        }),
      ])
      return {
        tier: deals[0]?.tier ?? 'legacy',
        currency: deals[0]?.currency ?? defaultCurrency,
        overrides: new Map(overrides.map((override) => [override.metricKey, override])),
        chosen: new Map(chosen.map(({ metricKey, ...by }) => [metricKey, by])),
        frozen: deals[0]?.frozen ?? null,
      }
    },

    find: async (dealId: string, metricKey: string): Promise<MetricRow | undefined> =>
      (
        await db
          .select()
          .from(dealMetrics)
          .where(and(eq(dealMetrics.dealId, dealId), eq(dealMetrics.metricKey, metricKey)))
      )[0],

    remove: async (dealId: string, metricKey: string): Promise<void> => {
      await db.delete(dealMetrics).where(and(eq(dealMetrics.dealId, dealId), eq(dealMetrics.metricKey, metricKey)))
    },

    count: async (dealId: string): Promise<number> =>
      (await db.select({ count: count() }).from(dealMetrics).where(eq(dealMetrics.dealId, dealId)))[0]?.count ?? 0,

    /** Increments the model version, so that results computed from the old numbers can be told from later ones. */
    moveModel: async (dealId: string, at: Date): Promise<void> => {
      await database.query({
        name: 'metrics_move_model',
        text: `INSERT INTO deal_models (deal_id, version, formulas, computed, agreeing, updated_at)
          VALUES ($1, 1, 0, 0, 0, $2)
          ON CONFLICT (deal_id) DO UPDATE SET version = deal_models.version + 1, updated_at = excluded.updated_at`,
        values: [dealId, at],
      })
    },

    /** Deletes the active overrides of a metric once a person has set another value. */
    dropOverrides: async (dealId: string, metricKey: string): Promise<void> => {
      await database.query({
        name: 'metrics_drop_overrides',
        text: 'DELETE FROM model_overrides WHERE deal_id = $1 AND metric_key = $2 AND reverted_at IS NULL',
        values: [dealId, metricKey],
      })
    },

    /** Writes all metrics in one statement; each key must occur once. Returns those that changed. */
    write: async (dealId: string, metrics: readonly NewMetric[], at: Date): Promise<Written[]> => {
      const column = <Name extends keyof NewMetric>(name: Name) => metrics.map((metric) => metric[name])
      const { rows } = await database.query<Written>({
        name: 'metrics_write',
        text: `WITH former AS (
            SELECT metric_key, value FROM deal_metrics WHERE deal_id = $1 AND metric_key = ANY($3::text[])
          ), written AS (
            INSERT INTO deal_metrics (deal_id, version, updated_at, metric_key, ${facts.join(', ')}, position)
            SELECT $1, 1, $2, * FROM unnest($3::text[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::text[],
              $9::jsonb[], $10::float8[], $11::float8[], $12::int[])
            ON CONFLICT (deal_id, metric_key) DO UPDATE SET version = deal_metrics.version + 1,
              updated_at = excluded.updated_at, position = excluded.position,
              ${facts.map((fact) => `${fact} = excluded.${fact}`).join(', ')}
            WHERE (${facts.map((fact) => `deal_metrics.${fact}`).join(', ')})
              IS DISTINCT FROM (${facts.map((fact) => `excluded.${fact}`).join(', ')})
            RETURNING metric_key, version, value, position
          )
          SELECT w.metric_key AS "metricKey", w.version, f.value AS before, w.value AS after
          FROM written w LEFT JOIN former f USING (metric_key) ORDER BY w.position, w.metric_key`,
        values: [
          dealId,
          at,
          column('metricKey'),
          column('label'),
          column('unit'),
          column('value'),
          column('kind'),
          column('formula'),
          column('source').map((source) => (source === null ? null : JSON.stringify(source))),
          column('confidence'),
          column('computedShare'),
          column('position'),
        ],
      })
      return rows
    },
  }
}
