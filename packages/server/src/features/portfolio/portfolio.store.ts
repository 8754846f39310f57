import { type DealType, maxOfferedMetrics } from '@deal-canvas/contract'
import type { Database } from '../../platform/database/database.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'

export interface ComparedDeal {
  dealId: string
  name: string
  dealType: DealType | null
  currency: string | null
  scenarioName: string | null
  modelVersion: number
  /** Whether viewers and commenters of the organization can export. */
  viewersExport: boolean
}

export type PortfolioStore = ReturnType<typeof createPortfolioStore>

export const createPortfolioStore = (database: Database) => ({
  /** Those of the deals that the user can see, in any order. */
  visible: async (userId: string, dealIds: readonly string[]): Promise<ComparedDeal[]> => {
    const { rows } = await database.query<ComparedDeal>({
      name: 'portfolio_deals',
      text: `SELECT d.id AS "dealId", d.name, h.deal_type AS "dealType", s.name AS "scenarioName",
          coalesce(r.currency, r.workbook_currency) AS currency, coalesce(m.version, 0) AS "modelVersion",
          coalesce(o.settings -> 'viewers_export' = 'true', false) AS "viewersExport"
        FROM deals d JOIN deal_headlines h ON h.deal_id = d.id LEFT JOIN orgs o ON o.id = d.org_id
          LEFT JOIN deal_models m ON m.deal_id = d.id LEFT JOIN deal_readings r ON r.deal_id = d.id
          LEFT JOIN scenarios s ON s.id = m.presented_scenario AND s.deal_id = d.id
        WHERE d.id = ANY($2::text[]) AND ${visibleDeal('$1', 'd.id')}`,
      values: [userId, dealIds],
    })
    return rows
  },

  /** Metrics that the deals have, those of the most deals first. Does not check access. */
  offered: async (dealIds: readonly string[]): Promise<{ metricKey: string; label: string; deals: number }[]> => {
    const { rows } = await database.query<{ metricKey: string; label: string; deals: number }>({
      name: 'portfolio_offered',
      text: `SELECT metric_key AS "metricKey", min(label) AS label, count(*)::int AS deals FROM deal_metrics
        WHERE deal_id = ANY($1::text[]) AND value IS NOT NULL
        GROUP BY metric_key ORDER BY count(*) DESC, min(position), metric_key LIMIT ${maxOfferedMetrics}`,
      values: [dealIds],
    })
    return rows
  },
})
