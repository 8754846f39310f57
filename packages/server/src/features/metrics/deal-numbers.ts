import type { DealTier, Provenance } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'
import type { MetricRow } from './metrics.store.ts'
import { statusOf } from './provenance.ts'

/** A number of a deal as its memo presents it. */
export interface DealNumber
  extends Pick<MetricRow, 'metricKey' | 'label' | 'unit'>,
    Pick<Provenance, 'origin' | 'confirmation'> {
  value: number
}

interface Row
  extends Pick<MetricRow, 'metricKey' | 'label' | 'unit' | 'kind' | 'source' | 'confidence' | 'computedShare'> {
  dealId: string
  value: number
  tier: DealTier
  isOverridden: boolean
  isChosen: boolean
  isFrozen: boolean
}

export type ReadDealNumbers = ReturnType<typeof createReadDealNumbers>

/**
 * Reads some metrics of some deals in one statement, with their status. Does not check access. Metrics without a value
 * are left out.
 */
export const createReadDealNumbers =
  (database: Database) =>
  async (dealIds: readonly string[], metricKeys: readonly string[]): Promise<Map<string, DealNumber[]>> => {
    const { rows } = await database.query<Row>({
      name: 'deal_numbers',
      text: `WITH asked AS (
          SELECT d.id, d.tier, m.frozen -> 'metrics' AS frozen, ARRAY(
              SELECT o.metric_key FROM model_overrides o WHERE o.deal_id = d.id AND o.reverted_at IS NULL
            ) AS overridden
          FROM deals d LEFT JOIN deal_models m ON m.deal_id = d.id WHERE d.id = ANY($1::text[])
        )
        SELECT a.id AS "dealId", a.tier, n.metric_key AS "metricKey", n.label, n.unit, n.value, n.kind, n.source,
          n.confidence, n.computed_share AS "computedShare", n.metric_key = ANY(a.overridden) AS "isOverridden",
          s.metric_key IS NOT NULL AS "isChosen", coalesce(a.frozen ? n.metric_key, false) AS "isFrozen"
        FROM asked a JOIN deal_metrics n ON n.deal_id = a.id AND n.metric_key = ANY($2::text[])
          LEFT JOIN metric_sources s ON s.deal_id = a.id AND s.metric_key = n.metric_key AND NOT s.by_template
        WHERE n.value IS NOT NULL ORDER BY a.id, n.position, n.metric_key`,
      values: [dealIds, metricKeys],
    })
    const numbers = new Map<string, DealNumber[]>()
    for (const { dealId, tier, isOverridden, isChosen, isFrozen, ...row } of rows) {
      const status = statusOf(row, {
        tier,
        overrides: { has: () => isOverridden },
        chosen: { has: () => isChosen },
        frozen: isFrozen ? { metrics: [row.metricKey] } : null,
      })
      const { metricKey, label, unit, value } = row
      numbers.set(dealId, [...(numbers.get(dealId) ?? []), { metricKey, label, unit, value, ...status }])
    }
    return numbers
  }
