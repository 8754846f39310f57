import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricUnit } from '../metrics/catalogue/metric-kind.ts'
import { findRoots } from './find-roots.ts'

/** Which value of one input gives a metric its target value. All values are in the units of their metrics. */
export interface GoalSeek {
  readonly metricKey: string
  readonly target: number
  readonly input: string
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface GoalSeekPoint {
  readonly inputValue: number
  readonly metricValue: number
}

/**
 * Why there is no solution: the metric does not depend on the input, is not a number anywhere in the range, does not
 * reach the target, jumps over it, or meets it only between two whole numbers. Or the model is too large to search the
 * whole range closely: then there can be solutions, or more than are returned.
 */
export type GoalSeekReason =
  | 'does_not_depend'
  | 'not_a_number'
  | 'out_of_reach'
  | 'jumps_over'
  | 'whole_numbers_only'
  | 'cut_short'

export interface GoalSeekResult {
  /** At most five, the nearest to the input's current value first. */
  readonly solutions: readonly GoalSeekPoint[]
  /** The closest value if there is no solution. */
  readonly nearest: GoalSeekPoint | undefined
  /** With solutions, only `cut_short` is possible. */
  readonly reason: GoalSeekReason | undefined
  /** The searched range. */
  readonly from: number
  readonly to: number
}

/** How the metric follows from the input. */
export interface MetricFunction {
  /** The current input. */
  readonly start: number
  readonly unit: MetricUnit
  /** The number of formulas to compute for one value. */
  readonly cost: number
  /** Null if the metric is not a number then. */
  valueAt(inputValue: number): number | null
}

const maxSolutions = 5
const maxPoints = 41
const minPoints = 9
/** Budget of formulas computed at the sample points. */
const maxCost = 2_000_000
/** Budget of formulas computed to refine the roots between them. */
const maxRefiningCost = 4_000_000
/** Enough for one root of the largest model. */
const minRefining = 30
/** The search range if none is given, in multiples of the current value. */
const usualReach = 3
/** For a rate near zero, in percentage points. */
const leastReach = 10
const precision = 1e-9

const isWholeUnit = (unit: MetricUnit): boolean => unit === 'months' || unit === 'count'

/** Around the current value, within the plausible range; undefined if there is no basis for a range. */
export const usualRange = (
  input: string,
  { start, unit }: Pick<MetricFunction, 'start' | 'unit'>,
): readonly [number, number] | undefined => {
  const reach = Math.max(usualReach * Math.abs(start), unit === 'percentage_points' ? leastReach : 0)
  const [lowest, highest] = kindOf(input)?.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const from = Math.max(Math.min(lowest, start), start - reach)
  const to = Math.min(Math.max(highest, start), start + reach)
  return to > from ? [from, to] : undefined
}

/** Rounds values for display: without the noise of the last bits. */
const tidy = (value: number): number => Number(value.toPrecision(12))

const reasonOf = ({ nearest, isConstant, isSkipped, isCutShort }: ReturnType<typeof findRoots>, isWhole: boolean) => {
  if (nearest === undefined) return 'not_a_number'
  if (isConstant) return 'does_not_depend'
  if (isCutShort) return 'cut_short'
  if (isSkipped) return isWhole ? 'whole_numbers_only' : 'jumps_over'
  return 'out_of_reach'
}

/** Beyond this, whole numbers cannot be distinguished from each other. */
const toExactWhole = (value: number): number =>
  Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)

/** Finds the values of the input between two bounds that give the metric its target. */
export const seekGoal = (
  { start, unit, cost, valueAt }: MetricFunction,
  { target, ...asked }: { target: number; from: number; to: number },
): GoalSeekResult => {
  const isWhole = isWholeUnit(unit) && Number.isInteger(start)
  const from = isWhole ? toExactWhole(asked.from) : asked.from
  const to = isWhole ? toExactWhole(asked.to) : asked.to
  const points = Math.max(minPoints, Math.min(maxPoints, Math.floor(maxCost / Math.max(1, cost))))
  const found = findRoots((x) => (valueAt(x) ?? Number.NaN) - target, {
    from: isWhole ? Math.ceil(from) : from,
    to: isWhole ? Math.floor(to) : to,
    start,
    points,
    maxRoots: maxSolutions,
    maxRefining: Math.max(minRefining, Math.floor(maxRefiningCost / Math.max(1, cost))),
    isWhole,
    tolerance: precision * Math.max(Math.abs(target), 1e-3),
  })
  const pointAt = (x: number): GoalSeekPoint[] => {
    const inputValue = tidy(x)
    const metricValue = valueAt(inputValue)
    return metricValue === null ? [] : [{ inputValue, metricValue }]
  }
  const solutions = found.roots.flatMap(({ x }) => pointAt(x))
  const isSolved = solutions.length > 0
  const isComplete = !found.isCutShort || solutions.length === maxSolutions
  return {
    solutions,
    nearest: isSolved || found.nearest === undefined ? undefined : pointAt(found.nearest.x)[0],
    reason: isSolved && isComplete ? undefined : reasonOf(found, isWhole),
    from,
    to,
  }
}
