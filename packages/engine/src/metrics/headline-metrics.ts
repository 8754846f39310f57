import { catalogue } from './catalogue/catalogue.ts'
import { type MetricDomain, metricDomains } from './catalogue/metric-kind.ts'
import type { DealKind } from './deal-kind.ts'

/** The headline metrics of deals that are not buyouts, growth companies or operating properties. */
const byKind = {
  company_dcf: [
    'revenue',
    'revenue_growth_pct',
    'adjusted_ebitda',
    'ebitda_margin_pct',
    'free_cash_flow',
    'enterprise_value',
    'net_debt',
    'net_income',
    'wacc_pct',
    'cost_of_equity_pct',
    'terminal_growth_pct',
    'terminal_value',
    'pv_of_cash_flows',
    'equity_value',
    'shares_outstanding',
    'value_per_share',
    'share_price',
    'upside_pct',
  ],
  three_statement: [
    'revenue',
    'revenue_growth_pct',
    'gross_margin_pct',
    'adjusted_ebitda',
    'ebitda_margin_pct',
    'capex',
    'free_cash_flow',
    'cash_balance',
    'net_debt',
    'net_income',
  ],
  merger: [
    'enterprise_value',
    'net_income',
    'eps',
    'equity_value',
    'shares_outstanding',
    'share_price',
    'offer_price_per_share',
    'offer_premium_pct',
    'synergies',
    'accretion_pct',
  ],
  project_finance: [
    'revenue',
    'adjusted_ebitda',
    'senior_debt',
    'interest_rate_pct',
    'total_project_cost',
    'dscr',
    'levered_irr_pct',
    'unlevered_irr_pct',
    'capacity_mw',
    'tariff',
    'cfads',
    'llcr',
  ],
  private_credit: [
    'revenue',
    'adjusted_ebitda',
    'total_leverage',
    'senior_leverage',
    'interest_rate_pct',
    'interest_coverage',
    'fixed_charge_coverage',
    'facility_amount',
    'spread_pct',
    'all_in_yield_pct',
  ],
  development: [
    'hold_period_months',
    'interest_rate_pct',
    'total_project_cost',
    'stabilized_noi',
    'yield_on_cost_pct',
    'exit_cap_rate_pct',
    'development_spread_pct',
    'gross_exit_value',
    'loan_amount',
    'ltc_pct',
    'equity_invested',
    'equity_multiple',
    'levered_irr_pct',
    'land_cost',
    'hard_costs',
    'soft_costs',
  ],
} as const satisfies Partial<Record<DealKind, readonly string[]>>

const isSpecial = (kind: DealKind): kind is keyof typeof byKind => Object.hasOwn(byKind, kind)

/**
 * The metrics by which a memo about such a deal is judged, in catalog order. For a deal of unknown kind (`other`):
 * those of its deal type, if that is known.
 */
export const headlineMetrics = (kind: DealKind, domain: MetricDomain | undefined): string[] => {
  if (isSpecial(kind)) {
    const keys = new Set<string>(byKind[kind])
    return catalogue.filter(({ key }) => keys.has(key)).map(({ key }) => key)
  }
  const type = metricDomains.find((known) => known === kind) ?? domain
  return type === undefined
    ? []
    : catalogue.filter(({ core, domains }) => core && domains.includes(type)).map(({ key }) => key)
}
