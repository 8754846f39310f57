import { buyouts, type DescribedMetric } from './metric-kind.ts'

/** Project finance and private credit: what a project earns, and lenders' metrics. */
export const projectFinanceMetrics: readonly DescribedMetric[] = [
  {
    key: 'capacity_mw',
    label: 'Capacity (MW)',
    unit: 'count',
    domains: buyouts,
    range: [0, 100_000],
    synonyms: ['Installed Capacity', 'Plant Capacity', 'Nameplate Capacity', 'Installed Capacity (MW)'],
  },
  {
    key: 'tariff',
    label: 'Tariff',
    unit: 'currency',
    domains: buyouts,
    synonyms: ['PPA Price', 'PPA Tariff', 'Feed-in Tariff', 'Power Price'],
  },
  {
    key: 'cfads',
    label: 'Cash Flow Available for Debt Service',
    unit: 'currency',
    domains: buyouts,
    sign: 'any',
    better: 'higher',
    series: true,
    synonyms: ['CFADS'],
  },
  {
    key: 'llcr',
    label: 'Loan Life Coverage Ratio',
    unit: 'ratio',
    domains: buyouts,
    range: [0, 20],
    better: 'higher',
    synonyms: ['LLCR', 'Loan Life Cover Ratio'],
  },
  {
    key: 'facility_amount',
    label: 'Facility Amount',
    unit: 'currency',
    domains: buyouts,
    synonyms: ['Facility Size', 'Total Commitment', 'Loan Commitment', 'Total Facility'],
  },
  {
    key: 'spread_pct',
    label: 'Credit Spread',
    unit: 'percentage_points',
    domains: buyouts,
    range: [0, 25],
    synonyms: ['Applicable Margin', 'Spread over SOFR', 'Margin over Base Rate'],
  },
  {
    key: 'all_in_yield_pct',
    label: 'All-in Yield',
    unit: 'percentage_points',
    domains: buyouts,
    range: [0, 50],
    better: 'higher',
    synonyms: ['Gross Yield', 'Yield to Maturity', 'Unlevered Yield'],
  },
]
