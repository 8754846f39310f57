import type { MetricUnit } from '@deal-canvas/contract'
import { formatChange, seriesFormatter } from '../../../../ui/format-metric.ts'

const decimals = (value: number, count: number): number => Number(value.toFixed(count))

/** A person types at most three decimals; a value with more comes from goal seek. */
const isTyped = (value: number): boolean => Math.abs(value - decimals(value, 3)) < 1e-9

/**
 * Formats the values of an input: typed ones exactly, with the same decimals. A value that goal seek found is rounded,
 * or its many decimals would be shown in each scenario.
 */
export const inputFormatter = (values: readonly number[], unit: MetricUnit): ((value: number) => string) =>
  seriesFormatter(
    values.map((value) => (isTyped(value) ? value : decimals(value, 2))),
    unit,
    { isExact: true },
  )

/** Formats differences of these values: amounts on the scale of the values, such as −$0.28M beside $3.33M. */
export const deltaFormatter = (values: readonly number[], unit: MetricUnit): ((delta: number) => string) => {
  if (unit !== 'currency') return (delta) => formatChange(delta, unit)
  const format = seriesFormatter(values, unit)
  return (delta) => {
    const size = format(Math.abs(delta))
    return size === format(0) ? formatChange(delta, unit) : `${delta < 0 ? '\u2212' : '+'}${size}`
  }
}
