import { orderNumbers } from './order.ts'
import { percentileOf } from './summary.ts'
import { tidy } from './units.ts'

/** A point of a fan chart: the distribution of a number in one year. Null if it is never a number. */
export interface FanPoint {
  readonly label: string
  /** Without uncertainty, before the change and after it. */
  readonly before: number | null
  readonly after: number | null
  readonly p5: number | null
  readonly p25: number | null
  readonly p50: number | null
  readonly p75: number | null
  readonly p95: number | null
  /** The number of trials in which it was not a number. */
  readonly invalid: number
}

/** A number as returned to users; null if there is none. */
export const shown = (value: number): number | null => (Number.isNaN(value) ? null : tidy(value))

/** Summarizes the trials of one year; `likely` is an order in which they probably rise or fall. */
export const fanPointOf = (
  label: string,
  before: number,
  after: number,
  values: Float64Array,
  likely?: Uint32Array,
): FanPoint => {
  const { sorted } = orderNumbers(values, likely)
  const at = (share: number): number | null => shown(percentileOf(sorted, share))
  return {
    label,
    before: shown(before),
    after: shown(after),
    p5: at(0.05),
    p25: at(0.25),
    p50: at(0.5),
    p75: at(0.75),
    p95: at(0.95),
    invalid: values.length - sorted.length,
  }
}
