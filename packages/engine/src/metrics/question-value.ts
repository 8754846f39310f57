import { kindOf } from './catalogue/catalogue.ts'
import type { MetricUnit } from './catalogue/metric-kind.ts'

/** A typed value that is probably an error, and the probable intention. */
export interface Question {
  readonly reason: 'outside_range' | 'wrong_scale'
  /** The range it is outside of; null if it is inside, or there is none. */
  readonly range: readonly [number, number] | null
  /** Undefined if nothing near it is plausible either. */
  readonly suggestedValue: number | undefined
}

/** Typical errors by unit: a fraction typed as a percentage, thousands as dollars, a wrong sign. */
const factors: Partial<Record<MetricUnit, readonly number[]>> = {
  percentage_points: [100, 0.01],
  currency: [1_000, 1_000_000, 0.001, 0.000001],
  multiple_x: [0.01, 100],
  ratio: [0.01, 100],
  months: [12, 1 / 12],
}

/** A corrected value is accepted if it is within this factor of the current one. */
const near = 3

const isIn = (value: number, [lowest, highest]: readonly [number, number]): boolean =>
  value >= lowest - 1e-9 && value <= highest + 1e-9

/** The plausible range; most metrics cannot be negative. */
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
 * Questions a value that a user typed over a metric's current one: outside the plausible range, or off by a factor that
 * indicates the wrong unit. Undefined if nothing is unusual.
 */
export const questionValue = (
  { metricKey, unit, present }: { metricKey: string; unit: MetricUnit; present: number | null },
  value: number,
): Question | undefined => {
  if (unit === 'date' || value === present) return undefined
  const range = rangeOf(metricKey)
  const isOutside = range !== null && !isIn(value, range)
  // A metric that is already outside its range says nothing about a value close to it.
  if (isOutside && present !== null && present !== 0 && !isIn(present, range) && isNear(value, present))
    return undefined
  const corrected = [...(factors[unit] ?? []), -1].map((factor) => tidy(value * factor))
  const believed = corrected.filter(
    (value) => (range === null || isIn(value, range)) && (present === null || present === 0 || isNear(value, present)),
  )
  const isFar = present !== null && present !== 0 && !isNear(value, present)
  if (isOutside) return { reason: 'outside_range', range, suggestedValue: believed[0] ?? inRange(corrected, range) }
  if (isFar && believed[0] !== undefined && unit !== 'count')
    return { reason: 'wrong_scale', range: null, suggestedValue: believed[0] }
  return undefined
}

const inRange = (values: readonly number[], range: readonly [number, number]): number | undefined =>
  values.find((value) => isIn(value, range))
