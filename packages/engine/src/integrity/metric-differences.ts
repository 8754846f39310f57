import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricUnit } from '../metrics/catalogue/metric-kind.ts'
import type { Severity } from './catalogue.ts'
import { isHeadline } from './metric-rules.ts'

interface Tolerance {
  readonly relative: boolean
  /** Up to these bounds, a difference is none, small, or notable. */
  readonly ignore: number
  readonly low: number
  readonly medium: number
  /** From here on it is critical, for a headline metric. */
  readonly critical: number
}

const currency: Tolerance = { relative: true, ignore: 0.001, low: 0.005, medium: 0.01, critical: 0.05 }
const multiple: Tolerance = { relative: false, ignore: 0.005, low: 0.02, medium: 0.05, critical: 0.5 }
const whole: Tolerance = { relative: false, ignore: 0, low: 0, medium: 0, critical: Number.POSITIVE_INFINITY }

const tolerances: Record<MetricUnit, Tolerance> = {
  currency,
  percentage_points: { relative: false, ignore: 0.01, low: 0.1, medium: 0.25, critical: 2 },
  multiple_x: multiple,
  ratio: multiple,
  count: whole,
  square_feet: whole,
  months: multiple,
  date: whole,
}

/** The severity of one metric with two values; undefined if they are the same. */
export const gravityOf = (key: string, a: number, b: number): Severity | undefined => {
  const { relative, ignore, low, medium, critical } = tolerances[kindOf(key)?.unit ?? 'currency']
  const size = Math.max(Math.abs(a), Math.abs(b))
  const difference = relative && size > 0 ? Math.abs(a - b) / size : Math.abs(a - b)
  if (difference <= ignore) return undefined
  if (difference <= low) return 'low'
  if (difference <= medium) return 'medium'
  return difference > critical && isHeadline(key) ? 'critical' : 'high'
}
