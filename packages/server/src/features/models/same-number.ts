import type { MetricUnit } from '@deal-canvas/contract'

/** Tolerance for differences between two sheets: relative for amounts, otherwise in the unit itself. */
const slack: Record<MetricUnit, { relative: boolean; by: number }> = {
  currency: { relative: true, by: 0.001 },
  percentage_points: { relative: false, by: 0.01 },
  multiple_x: { relative: false, by: 0.005 },
  ratio: { relative: false, by: 0.005 },
  months: { relative: false, by: 0.005 },
  count: { relative: false, by: 0 },
  square_feet: { relative: false, by: 0 },
  date: { relative: false, by: 0 },
}

/** Whether two sheets state the same value of a metric, within the usual rounding. */
export const isSameNumber = (unit: MetricUnit, a: number, b: number): boolean => {
  const { relative, by } = slack[unit]
  const size = relative ? Math.max(Math.abs(a), Math.abs(b)) : 1
  return Math.abs(a - b) <= by * size
}
