/** Rates are percentage points: 5.25 is 5.25 %. */
export const metricUnits = [
  'currency',
  'percentage_points',
  'multiple_x',
  'ratio',
  'count',
  'square_feet',
  'months',
  'date',
] as const
export type MetricUnit = (typeof metricUnits)[number]

/** The deal types. */
export const metricDomains = ['pe_lbo', 'saas_growth', 'cre_multifamily', 'cre_office'] as const
export type MetricDomain = (typeof metricDomains)[number]

/** A number that deals usually have. */
export interface MetricKind {
  key: string
  label: string
  unit: MetricUnit
  /** The deal types that have it. */
  domains: readonly MetricDomain[]
  /** Other deal types whose models can state it, although they lack something that its formula needs. */
  statedIn: readonly MetricDomain[]
  /** Over other keys; null if it is an input. */
  formula: string | null
  /** Other formulas for the same metric, used if their numbers are known. */
  alternatives: readonly string[]
  /** Terms that some deal types do not have. */
  zeroIfMissing: readonly string[]
  /** What the formula approximates; null if it is exact. */
  approximates: string | null
  /** Values outside are probably mistakes; null for no bounds. */
  range: readonly [lowest: number, highest: number] | null
  sign: 'positive' | 'any'
  better: 'higher' | 'lower' | null
  /** Whether models have it per period. */
  series: boolean
  /** Whether it is a headline metric of a memo. */
  core: boolean
  /** Names used in workbooks. */
  synonyms: readonly string[]
  /** Names used in workbooks that can also mean something else. */
  ambiguous: readonly string[]
  note: string | null
}

/** Creates a metric kind from only its non-default properties. */
export type DescribedMetric = Pick<MetricKind, 'key' | 'label' | 'unit' | 'domains'> & Partial<MetricKind>

export const everyDeal: readonly MetricDomain[] = [...metricDomains]
export const companies: readonly MetricDomain[] = ['pe_lbo', 'saas_growth']
export const buyouts: readonly MetricDomain[] = ['pe_lbo']
export const growth: readonly MetricDomain[] = ['saas_growth']
export const properties: readonly MetricDomain[] = ['cre_multifamily', 'cre_office']
export const multifamily: readonly MetricDomain[] = ['cre_multifamily']
export const offices: readonly MetricDomain[] = ['cre_office']
export const leveraged: readonly MetricDomain[] = ['pe_lbo', 'cre_multifamily', 'cre_office']
