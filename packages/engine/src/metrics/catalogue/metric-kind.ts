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

/** The kinds of deals. */
export const metricDomains = ['pe_lbo', 'saas_growth', 'cre_multifamily', 'cre_office'] as const
export type MetricDomain = (typeof metricDomains)[number]

/** A number that deals usually have. */
export interface MetricKind {
  key: string
  label: string
  unit: MetricUnit
  /** The deals that have it. */
  domains: readonly MetricDomain[]
  /** Further deals whose models may state it, although they have not all that its formula needs. */
  statedIn: readonly MetricDomain[]
  /** Over other keys; null: it is put in. */
  formula: string | null
  /** Other formulas that give the same, where their numbers are known. */
  alternatives: readonly string[]
  /** Terms that some kinds of deals do not have. */
  zeroIfMissing: readonly string[]
  /** What the formula stands in for; null: it is exact. */
  approximates: string | null
  /** Beyond it a value is more likely a mistake; null: anything goes. */
  range: readonly [lowest: number, highest: number] | null
  sign: 'positive' | 'any'
  better: 'higher' | 'lower' | null
  /** Whether models have it per period. */
  series: boolean
  /** Whether a memo is judged by it. */
  core: boolean
  /** What sheets call it. */
  synonyms: readonly string[]
  /** What sheets call it and may mean otherwise. */
  ambiguous: readonly string[]
  note: string | null
}

/** A kind with only what is special about it. */
export type DescribedMetric = Pick<MetricKind, 'key' | 'label' | 'unit' | 'domains'> & Partial<MetricKind>

export const everyDeal: readonly MetricDomain[] = [...metricDomains]
export const companies: readonly MetricDomain[] = ['pe_lbo', 'saas_growth']
export const buyouts: readonly MetricDomain[] = ['pe_lbo']
export const growth: readonly MetricDomain[] = ['saas_growth']
export const properties: readonly MetricDomain[] = ['cre_multifamily', 'cre_office']
export const multifamily: readonly MetricDomain[] = ['cre_multifamily']
export const offices: readonly MetricDomain[] = ['cre_office']
export const leveraged: readonly MetricDomain[] = ['pe_lbo', 'cre_multifamily', 'cre_office']
