import { type DescribedMetric, properties } from './metric-kind.ts'

/** Development and hotels: construction costs and room revenue. */
export const propertyDevelopmentMetrics: readonly DescribedMetric[] = [
  {
    key: 'land_cost',
    label: 'Land Cost',
    unit: 'currency',
    domains: properties,
    synonyms: ['Land Acquisition Cost', 'Total Land Cost', 'Land Purchase Price', 'Land Acquisition Price'],
  },
  {
    key: 'hard_costs',
    label: 'Hard Costs',
    unit: 'currency',
    domains: properties,
    better: 'lower',
    synonyms: ['Total Hard Costs', 'Construction Hard Costs', 'Construction Costs', 'Total Construction Cost'],
  },
  {
    key: 'soft_costs',
    label: 'Soft Costs',
    unit: 'currency',
    domains: properties,
    better: 'lower',
    synonyms: ['Total Soft Costs'],
  },
  {
    key: 'adr',
    label: 'Average Daily Rate',
    unit: 'currency',
    domains: properties,
    better: 'higher',
    series: true,
    synonyms: ['ADR'],
  },
  {
    key: 'revpar',
    label: 'RevPAR',
    unit: 'currency',
    domains: properties,
    better: 'higher',
    series: true,
    synonyms: ['Revenue per Available Room'],
  },
]
