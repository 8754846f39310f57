import type { MetricUnit } from '@deal-canvas/contract'
import { kindOf, normalizeLabel } from '@deal-canvas/engine'
import type { Fact, FactPeriod } from './fact.ts'
import { groupBy } from './group-by.ts'
import { findPeriods, samePeriod } from './periods.ts'
import { tokenize } from './tokens.ts'

/** A number of the model. */
export interface ModelMetric {
  readonly metricKey: string
  readonly label: string
  readonly unit: MetricUnit
  readonly value: number
  readonly period: FactPeriod | null
  readonly qualifier: string | null
}

/** Why a number of the document cannot be compared with one of the model. */
export type Unclear = 'period' | 'qualifier' | 'limit' | 'magnitude' | 'confidence' | 'stated_twice'

export type Finding =
  | {
      readonly status: 'agrees' | 'differs'
      readonly metric: ModelMetric
      /** The facts that state this value, the surest first. */
      readonly facts: readonly Fact[]
      /** Document less model, in the unit of the metric. */
      readonly difference: number
      /** As a share of the model's value; null if that is zero. */
      readonly relativeDifference: number | null
    }
  /** About the same metric, but not surely the same thing: not a difference. */
  | {
      readonly status: 'unclear'
      readonly metric: ModelMetric
      readonly facts: readonly Fact[]
      readonly reason: Unclear
    }
  | { readonly status: 'only_in_document'; readonly facts: readonly Fact[] }
  | { readonly status: 'only_in_model'; readonly metric: ModelMetric }

/** Below this, a fact can confirm a number but not contradict it. */
const minConfidence = 0.68
/** Further apart, they are rather two things or two scales than two opinions. */
const maxRatio = 8
const maxLabel = 200

/** Rounding can also be the model's: its value is exact, the document's is not. */
const agrees = (fact: Fact, value: number): boolean =>
  Math.abs(Math.abs(fact.value) - Math.abs(value)) <= fact.tolerance + Math.abs(value) * 1e-9 + 1e-9

/** Metrics that are not flows and yet change over time. */
const changing = new Set(
  [
    'physical_occupancy_pct economic_occupancy_pct in_place_rent_per_unit market_rent_per_unit in_place_rent_psf market_rent_psf',
    'going_in_cap_rate_pct dscr debt_yield_pct cash_on_cash_pct expense_ratio_pct opex_per_unit walt_months breakeven_occupancy_pct',
    'tax_rate_pct cash_conversion_pct top_customer_pct top_10_customers_pct recurring_revenue_pct cash_balance net_debt total_debt',
    'total_leverage senior_leverage net_leverage interest_coverage fixed_charge_coverage arr_growth_pct nrr_pct grr_pct logo_churn_pct',
    'arpa cac cac_payback_months ltv ltv_cac magic_number quick_ratio net_burn burn_multiple runway_months rule_of_40 rent_growth_pct',
    'expense_growth_pct largest_tenant_pct rollover_24m_pct mark_to_market_pct shares_outstanding share_price',
  ].flatMap((line) => line.split(' ')),
)

/** Lines of a projection that hardly change from year to year, or that are balances: one without a period is the present one. */
const steady = new Set(
  [
    'annual_debt_service replacement_reserves real_estate_taxes insurance_expense management_fee mandatory_amortization',
    'arr mrr customer_count churned_arr new_arr net_new_arr expansion_arr contraction_arr new_customers lost_customers',
  ].flatMap((line) => line.split(' ')),
)
/** Their payments or balances are the same in the first year as now. */
const level = new Set(['annual_debt_service', 'arr', 'mrr', 'customer_count'])

/** The price, the number of units or the IRR of a deal have no period. */
const isTimeless = (key: string): boolean => !(kindOf(key)?.series ?? true) && !changing.has(key)

/** The pro forma of a stated year of the plan is what the model projects for it; without a year it may be anything. */
const qualifierOf = ({ qualifier, period }: Pick<Fact, 'qualifier' | 'period'>): string =>
  qualifier === 'pro forma' && period?.kind === 'nth_year' ? '' : (qualifier ?? '')

/** Whether a fact and a number of the model are about the same thing; otherwise why that is not sure. */
const comparable = (fact: Fact, metric: ModelMetric): true | Unclear => {
  if (qualifierOf(fact) !== qualifierOf(metric)) return 'qualifier'
  const isFlow = kindOf(metric.metricKey)?.series ?? false
  if (isTimeless(metric.metricKey)) return true
  const { period } = fact
  if (period !== null && metric.period !== null) {
    if (samePeriod(period, metric.period) === true) return true
    // The first year and the last twelve months are both the present for what does not flow.
    return 'period'
  }
  if (isFlow) {
    const stated = period ?? metric.period
    const isPresent = stated === null || stated.kind === 'trailing'
    if (metric.period === null && isPresent && steady.has(metric.metricKey)) return true
    const isFirst = stated?.kind === 'nth_year' && stated.nth === 1
    return level.has(metric.metricKey) && (isPresent || isFirst) ? true : 'period'
  }
  // A value of another time than the closing: "DSCR of 1.45x in Year 3".
  const stated = period ?? metric.period
  if (stated === null || stated.kind === 'trailing') return true
  return stated.kind === 'nth_year' && stated.nth === 1 ? true : 'period'
}

const isOfMetric = (fact: Fact, metric: ModelMetric, label: string): boolean => {
  if (fact.unit !== metric.unit) return false
  if (fact.metricKey !== null) return fact.metricKey === metric.metricKey
  return kindOf(metric.metricKey) === undefined && normalizeLabel(fact.term) === label
}

/** Facts that state the same value, up to rounding, with their joint weight. */
interface Cluster {
  readonly facts: Fact[]
  weight: number
}

/** Tables are written with more care than sentences. */
const weightOf = ({ confidence, origin }: Fact): number => confidence * (origin === 'text' ? 1 : 1.25)

const clustersOf = (facts: readonly Fact[]): Cluster[] => {
  const clusters: Cluster[] = []
  for (const fact of facts.toSorted((a, b) => a.value - b.value)) {
    const last = clusters.at(-1)
    const previous = last?.facts.at(-1)
    const isSame =
      previous !== undefined && fact.value - previous.value <= Math.max(fact.tolerance, previous.tolerance) + 1e-9
    if (last !== undefined && isSame) {
      last.facts.push(fact)
      last.weight += weightOf(fact)
    } else clusters.push({ facts: [fact], weight: weightOf(fact) })
  }
  return clusters.map(({ facts, weight }) => ({ weight, facts: facts.toSorted((a, b) => b.confidence - a.confidence) }))
}

const isFar = (fact: Fact, value: number): boolean => {
  const [a, b] = [Math.abs(fact.value), Math.abs(value)]
  return a === 0 || b === 0 ? a !== b && Math.max(a, b) > 1_000 : Math.max(a, b) / Math.min(a, b) > maxRatio
}

const found = (metric: ModelMetric, facts: readonly Fact[], status: 'agrees' | 'differs'): Finding => {
  const difference = Math.abs(facts[0]?.value ?? 0) - Math.abs(metric.value)
  return {
    status,
    metric,
    facts,
    difference,
    relativeDifference: metric.value === 0 ? null : difference / Math.abs(metric.value),
  }
}

/** "5.4% on trailing and 6.1% on first-year income": which of them the model means is not known. */
const isOfSeveralPeriods = (facts: readonly Fact[]): boolean =>
  new Set(facts.flatMap(({ period }) => (period === null ? [] : [period.label]))).size > 1

/** What the facts of one document say about a number of the model. */
const judge = (metric: ModelMetric, facts: readonly Fact[]): Finding[] => {
  const findings: Finding[] = []
  const unclear = new Map<Unclear, Fact[]>()
  const setAside = (reason: Unclear, fact: Fact): void => {
    unclear.set(reason, [...(unclear.get(reason) ?? []), fact])
  }
  const same: Fact[] = []
  for (const fact of facts) {
    const judged = comparable(fact, metric)
    if (judged !== true) setAside(judged, fact)
    else if (fact.bound !== null && !agrees(fact, metric.value)) setAside('limit', fact)
    else same.push(fact)
  }
  const [first, ...others] = clustersOf(same).sort((a, b) => b.weight - a.weight)
  const confirming = clustersOf(same).find((cluster) => cluster.facts.some((fact) => agrees(fact, metric.value)))
  if (first !== undefined) {
    const [surest] = first.facts
    if (first.facts.some((fact) => agrees(fact, metric.value))) findings.push(found(metric, first.facts, 'agrees'))
    else if (confirming !== undefined && confirming.weight >= first.weight * 0.95)
      findings.push(found(metric, confirming.facts, 'agrees'))
    else if (metric.period === null && isOfSeveralPeriods(same))
      for (const fact of first.facts) setAside('period', fact)
    else if (surest !== undefined && isFar(surest, metric.value))
      for (const fact of first.facts) setAside('magnitude', fact)
    else if (surest !== undefined && surest.confidence < minConfidence)
      for (const fact of first.facts) setAside('confidence', fact)
    else findings.push(found(metric, first.facts, 'differs'))
    // A document that states two values speaks of two things, or is at odds with itself: one of them is compared.
    for (const fact of others.flatMap((cluster) => cluster.facts)) setAside('stated_twice', fact)
  }
  return [
    ...findings,
    ...[...unclear].map(([reason, some]): Finding => ({ status: 'unclear', metric, facts: some, reason })),
  ]
}

/** "LTM Revenue" names its period. */
const withPeriod = (metric: ModelMetric): ModelMetric =>
  metric.period === null
    ? { ...metric, period: findPeriods(tokenize(metric.label.slice(0, maxLabel)))[0]?.period ?? null }
    : metric

/**
 * Compares the facts of one document with the numbers of the model. A difference is reported only if both surely speak
 * of the same thing.
 */
export const reconcile = (facts: readonly Fact[], metrics: readonly ModelMetric[]): Finding[] => {
  const findings: Finding[] = []
  const matched = new Set<Fact>()
  const terms = facts.filter(({ metricKey }) => metricKey === null)
  const byKey = groupBy(facts, ({ metricKey }) => metricKey ?? '')
  for (const given of metrics) {
    const metric = withPeriod(given)
    const label = normalizeLabel(metric.label)
    const candidates = kindOf(metric.metricKey) === undefined ? terms : (byKey.get(metric.metricKey) ?? [])
    const own = candidates.filter((fact) => isOfMetric(fact, metric, label))
    if (own.length === 0) findings.push({ status: 'only_in_model', metric })
    for (const fact of own) matched.add(fact)
    findings.push(...judge(metric, own))
  }
  const rest = facts.filter((fact) => !matched.has(fact))
  return [...findings, ...rest.map((fact): Finding => ({ status: 'only_in_document', facts: [fact] }))]
}

/** A value with the documents that state it. */
export interface StatedValue {
  readonly value: number
  readonly facts: readonly { document: string; fact: Fact }[]
}

/** A metric for which documents state different values. */
export interface Disagreement {
  readonly metricKey: string
  readonly period: FactPeriod | null
  readonly qualifier: string | null
  /** The most often stated value first. */
  readonly values: readonly StatedValue[]
}

/** The value that a document states for a metric: of several, the one with the most weight. */
const statedBy = (facts: readonly Fact[]): Fact | undefined =>
  clustersOf(facts).sort((a, b) => b.weight - a.weight)[0]?.facts[0]

/** Sure enough, and of a known period, to be held against another document. */
const isFirm = ({ metricKey, bound, confidence, period }: Fact): boolean => {
  if (metricKey === null || bound !== null || confidence < minConfidence) return false
  return period !== null || kindOf(metricKey)?.series !== true
}

/** What two facts must have in common to be compared. */
const groupKey = (fact: Fact): string => {
  const { metricKey, unit, period } = fact
  const isOfTime = metricKey !== null && !isTimeless(metricKey)
  const when =
    period === null || !isOfTime
      ? ''
      : period.kind === 'trailing'
        ? 'trailing'
        : `${period.kind} ${period.year ?? period.nth ?? period.label}`
  return JSON.stringify([metricKey, unit, when, qualifierOf(fact)])
}

/** The metrics for which documents contradict each other. */
export const compareDocuments = (
  documents: readonly { document: string; facts: readonly Fact[] }[],
): Disagreement[] => {
  const stated: { key: string; document: string; fact: Fact }[] = []
  for (const { document, facts } of documents) {
    const own = groupBy(facts.filter(isFirm), groupKey)
    for (const [key, some] of own) {
      const fact = statedBy(some)
      if (fact !== undefined) stated.push({ key, document, fact })
    }
  }
  return [...groupBy(stated, ({ key }) => key).values()].flatMap((stated): Disagreement[] => {
    const values: { value: number; facts: { document: string; fact: Fact }[] }[] = []
    for (const { document, fact } of stated.toSorted((a, b) => a.fact.value - b.fact.value)) {
      const last = values.at(-1)
      const before = last?.facts.at(-1)?.fact
      const isSame = before !== undefined && (agrees(before, fact.value) || agrees(fact, before.value))
      if (last !== undefined && isSame) last.facts.push({ document, fact })
      else values.push({ value: fact.value, facts: [{ document, fact }] })
    }
    const fact = stated[0]?.fact
    const isTold =
      values.length > 1 &&
      fact !== undefined &&
      fact.metricKey !== null &&
      !isFar(values[0]?.facts[0]?.fact ?? fact, values.at(-1)?.value ?? 0)
    if (!isTold || fact.metricKey === null) return []
    return [
      {
        metricKey: fact.metricKey,
        period: fact.period,
        qualifier: fact.qualifier,
        values: values.toSorted((a, b) => b.facts.length - a.facts.length),
      },
    ]
  })
}
