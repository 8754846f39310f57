import type { Risk } from '@deal-canvas/memo'
import { memoDraftMessages as messages } from '../../../messages/memo-draft.ts'

export type MetricValues = ReadonlyMap<string, number>

type Severity = Risk['severity']

interface Rule {
  readonly metrics: readonly string[]
  readonly statement: () => string
  /** Called with the values of the metrics in their order; undefined: no risk. */
  readonly judge: (...values: readonly number[]) => Severity | undefined
}

const above =
  (medium: number, high: number) =>
  (value = 0): Severity | undefined =>
    value >= high ? 'high' : value >= medium ? 'medium' : undefined

const below =
  (medium: number, high: number) =>
  (value = Number.POSITIVE_INFINITY): Severity | undefined =>
    value < high ? 'high' : value < medium ? 'medium' : undefined

/** Limits are those at which lenders and committees usually ask. */
const rules: readonly Rule[] = [
  { metrics: ['dscr'], statement: messages.thinCoverage, judge: below(1.25, 1.1) },
  { metrics: ['interest_coverage'], statement: messages.thinInterestCoverage, judge: below(2, 1.5) },
  { metrics: ['ltv_pct'], statement: messages.highLoanToValue, judge: above(70, 80) },
  { metrics: ['net_leverage'], statement: messages.highLeverage, judge: above(5, 7) },
  { metrics: ['breakeven_occupancy_pct'], statement: messages.highBreakeven, judge: above(85, 92) },
  { metrics: ['largest_tenant_pct'], statement: messages.tenantConcentration, judge: above(20, 40) },
  { metrics: ['rollover_24m_pct'], statement: messages.leaseRollover, judge: above(25, 50) },
  { metrics: ['top_customer_pct'], statement: messages.customerConcentration, judge: above(15, 30) },
  { metrics: ['top_10_customers_pct'], statement: messages.topCustomers, judge: above(50, 75) },
  { metrics: ['logo_churn_pct'], statement: messages.churn, judge: above(10, 20) },
  { metrics: ['nrr_pct'], statement: messages.shrinkingCustomers, judge: below(100, 90) },
  { metrics: ['runway_months'], statement: messages.shortRunway, judge: below(18, 9) },
  { metrics: ['addback_share_pct'], statement: messages.addbacks, judge: above(15, 30) },
  {
    metrics: ['exit_cap_rate_pct', 'going_in_cap_rate_pct'],
    statement: messages.yieldCompression,
    judge: (exit = 0, entry = 0) => (exit < entry ? (entry - exit >= 0.5 ? 'high' : 'medium') : undefined),
  },
  {
    metrics: ['exit_multiple', 'entry_multiple'],
    statement: messages.multipleExpansion,
    judge: (exit = 0, entry = 0) => (exit > entry ? (exit - entry >= 1 ? 'high' : 'medium') : undefined),
  },
]

/** The risks that the numbers of the deal show by themselves, the severe ones first. */
export const knownRisks = (values: MetricValues): Risk[] =>
  rules
    .flatMap(({ metrics, statement, judge }): Risk[] => {
      const given = metrics.map((metric) => values.get(metric))
      if (!given.every((value) => value !== undefined)) return []
      const severity = judge(...given)
      return severity === undefined
        ? []
        : [{ block: 'risk', statement: statement(), severity, evidence: metrics.map((metric) => ({ metric })) }]
    })
    .sort((a, b) => (a.severity === b.severity ? 0 : a.severity === 'high' ? -1 : 1))
