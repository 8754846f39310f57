import { buyoutMetrics } from './buyout.ts'
import { companyMetrics } from './company.ts'
import { growthMetrics } from './growth.ts'
import type { DescribedMetric, MetricKind } from './metric-kind.ts'
import { projectFinanceMetrics } from './project-finance.ts'
import { propertyDevelopmentMetrics } from './property-development.ts'
import { propertyIncomeMetrics } from './property-income.ts'
import { propertyLeasingMetrics } from './property-leasing.ts'
import { propertyReturnsMetrics } from './property-returns.ts'
import { valuationMetrics } from './valuation.ts'

const asKind = (described: DescribedMetric): MetricKind => ({
  statedIn: [],
  formula: null,
  alternatives: [],
  zeroIfMissing: [],
  approximates: null,
  range: null,
  sign: 'positive',
  better: null,
  series: false,
  core: false,
  synonyms: [],
  ambiguous: [],
  note: null,
  ...described,
})

/** In the order in which a memo shows them. */
export const catalogue: readonly MetricKind[] = [
  ...companyMetrics,
  ...buyoutMetrics,
  ...growthMetrics,
  ...propertyIncomeMetrics,
  ...propertyReturnsMetrics,
  ...propertyLeasingMetrics,
  ...propertyDevelopmentMetrics,
  ...valuationMetrics,
  ...projectFinanceMetrics,
].map(asKind)

const kinds = new Map(catalogue.map((kind) => [kind.key, kind]))
const places = new Map(catalogue.map(({ key }, place) => [key, place]))

/** The definition of a metric; undefined if the catalog has no such key. */
export const kindOf = (metricKey: string): MetricKind | undefined => kinds.get(metricKey)

/** Its position among the numbers of a deal; metrics unknown to the catalog come last. */
export const placeOf = (metricKey: string): number => places.get(metricKey) ?? catalogue.length
