import { kindOf } from './catalogue/catalogue.ts'
import type { MetricUnit } from './catalogue/metric-kind.ts'

/** A typed value that is more likely a slip than meant, and what was probably meant. */
export interface Question {
  readonly reason: 'outside_range' | 'wrong_scale'
  /** The range that it lies outside of; null: it is inside, or there is none. */
  readonly range: readonly [number, number] | null
  /** Undefined: nothing near it makes sense either. */
  readonly suggestedValue: number | undefined
}

/** Slips by unit: a share typed for a percentage, thousands for dollars, a sign too many. */
const factors: Partial<Record<MetricUnit, readonly number[]>> = {
  percentage_points: [100, 0.01],
  currency: [1_000, 1_000_000, 0.001, 0.000001],
  multiple_x: [0.01, 100],
  ratio: [0.01, 100],
  months: [12, 1 / 12],
}

/** A corrected value is believed where it is this close to the present one, as a factor either way. */
const near = 3

const isIn = (value: number, [lowest, highest]: readonly [number, number]): boolean =>
  value >= lowest - 1e-9 && value <= highest + 1e-9

/** What is plausible; most metrics cannot be negative. */
const rangeOf = (metricKey: string): readonly [number, number] | null => {
  const kind = kindOf(metricKey)
  if (kind === undefined) return null
  return kind.range ?? (kind.sign === 'positive' ? [0, Number.POSITIVE_INFINITY] : null)
}

const isNear = (value: number, present: number): boolean => {
  const factor = value / present
  return factor >= 1 / near && factor <= near
}

const tidy = (value: number): number => Number(value.toPrecision(12))

/**
 * Questions a value that a person typed over a metric's present one: outside of the plausible range, or off by a factor
 * that stands for the wrong unit. Undefined: nothing is odd about it.
 */
export const questionValue = (
  { metricKey, unit, present }: { metricKey: string; unit: MetricUnit; present: number | null },
  value: number,
): Question | undefined => {
  if (unit === 'date' || value === present) return undefined
  const range = rangeOf(metricKey)
  const isOutside = range !== null && !isIn(value, range)
  // A metric that is outside of its range already says nothing about a value close to it.
  if (isOutside && present !== null && present !== 0 && !isIn(present, range) && isNear(value, present))
    return undefined
  const corrected = [...(factors[unit] ?? []), -1].map((factor) => tidy(value * factor))
  const believed = corrected.filter(
    (one) => (range === null || isIn(one, range)) && (present === null || present === 0 || isNear(one, present)),
  )
  const isFar = present !== null && present !== 0 && !isNear(value, present)
  if (isOutside) return { reason: 'outside_range', range, suggestedValue: believed[0] ?? inRange(corrected, range) }
  if (isFar && believed[0] !== undefined && unit !== 'count')
    return { reason: 'wrong_scale', range: null, suggestedValue: believed[0] }
  return undefined
}

const inRange = (values: readonly number[], range: readonly [number, number]): number | undefined =>
  values.find((value) => isIn(value, range))
