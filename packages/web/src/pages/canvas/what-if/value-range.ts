import type { Metric, MetricUnit } from '@deal-canvas/contract'

interface ValueRange {
  readonly from: number
  readonly to: number
  /** The change per arrow key press. */
  readonly step: number
}

/** A plausible range wider than this many times the value is too wide for a slider. */
const widest = 6
const halfYear = 183
/** Smaller values count as zero: they are rounding errors. */
const nothing = 1e-9

/** The upper end of the slider if the value is zero. */
const fromNothing: Partial<Record<MetricUnit, number>> = {
  percentage_points: 10,
  multiple_x: 5,
  ratio: 1,
  currency: 1e6,
}

const isWhole = (unit: MetricUnit): boolean =>
  unit === 'count' || unit === 'months' || unit === 'square_feet' || unit === 'date'

/** A round step that divides the range into a hundred or more parts. */
const stepOf = (span: number, unit: MetricUnit): number => {
  const step = 10 ** Math.floor(Math.log10(span / 100))
  return isWhole(unit) ? Math.max(1, step) : step
}

const around = (value: number, unit: MetricUnit): [number, number] => {
  if (unit === 'date') return [value - halfYear, value + halfYear]
  if (Math.abs(value) < nothing) return [0, fromNothing[unit] ?? 100]
  return value > 0 ? [value * 0.5, value * 1.5] : [value * 1.5, value * 0.5]
}

/** The range of the slider: the plausible range, or 50% around the value; it always includes the value. */
export const rangeOf = ({ value, unit, plausible }: Pick<Metric, 'value' | 'unit' | 'plausible'>): ValueRange => {
  const now = value ?? 0
  const isAimable = plausible !== null && plausible.to - plausible.from <= widest * Math.abs(now)
  const [low, high] = plausible !== null && isAimable ? [plausible.from, plausible.to] : around(now, unit)
  const from = Math.min(low, now)
  const to = Math.max(high, now)
  return { from, to, step: stepOf(to - from, unit) }
}

/** The nearest value on the slider, without floating-point noise. */
export const snapped = (value: number, { from, to, step }: ValueRange): number =>
  Number(Math.min(to, Math.max(from, Math.round(value / step) * step)).toPrecision(12))

/** From 0 at the start of the range to 1 at its end. */
export const placeIn = (value: number, { from, to }: ValueRange): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))

/** The value after a key press; undefined: the key does nothing. */
export const valueAfterKey = (key: string, value: number, range: ValueRange): number | undefined => {
  const moves: Record<string, number> = {
    ArrowRight: value + range.step,
    ArrowUp: value + range.step,
    ArrowLeft: value - range.step,
    ArrowDown: value - range.step,
    PageUp: value + 10 * range.step,
    PageDown: value - 10 * range.step,
    Home: range.from,
    End: range.to,
  }
  const next = moves[key]
  return next === undefined ? undefined : snapped(next, range)
}
