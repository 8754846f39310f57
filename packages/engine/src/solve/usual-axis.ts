import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricUnit } from '../metrics/catalogue/metric-kind.ts'
import { defaultReach, isCounted } from '../simulate/default-range.ts'

/** How many values a table shows on either side of the present one, unless they are given. */
const steps = 3

/** Rounds a step to 1, 2, 2.5 or 5 times a power of ten. */
const roundStep = (step: number): number => {
  const power = 10 ** Math.floor(Math.log10(step))
  const digit = [1, 2, 2.5, 5, 10].findLast((candidate) => candidate <= (step / power) * 1.000_001) ?? 1
  return digit * power
}

/**
 * The values of an input in a table: the present one in the middle, and its default range around it in even steps.
 * Undefined if there is no basis for a range.
 */
export const usualAxis = (metricKey: string, start: number, unit: MetricUnit): number[] | undefined => {
  const reach = defaultReach(metricKey, unit, { isAsked: true })
  const width = 'width' in reach ? reach.width : reach.share * Math.abs(start)
  if (!(width > 0) || !Number.isFinite(width)) return undefined
  const isWhole = isCounted(unit) && Number.isInteger(start)
  // Small whole steps need not be round: four months divide a year as well as five.
  const step = isWhole && width / steps < 10 ? Math.max(1, Math.round(width / steps)) : roundStep(width / steps)
  const [lowest, highest] = kindOf(metricKey)?.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  // The present value stays exact, so that it is recognized as the base.
  const valueAt = (n: number): number => (n === steps ? start : Number((start + (n - steps) * step).toPrecision(12)))
  const values = Array.from({ length: 2 * steps + 1 }, (_, n) => valueAt(n))
  // The present value stays, even if it is outside of the plausible range.
  return values.filter((value) => value === start || (value >= lowest && value <= highest))
}
