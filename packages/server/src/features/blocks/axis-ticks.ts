import { type MetricUnit, metricFormatter } from '@deal-canvas/contract'
import type { Tick } from '@deal-canvas/memo'

const wanted = 5

/** Round values that divide an axis into about five parts. */
export const roundTicks = (from: number, to: number): number[] => {
  if (!(to > from)) return [from]
  const rough = (to - from) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const first = Math.ceil(from / step)
  const last = Math.floor(to / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => Number(((first + n) * step).toPrecision(12)))
}

export const axisTicks = (from: number, to: number, unit: MetricUnit, currency: string): Tick[] => {
  const values = roundTicks(from, to)
  const format = metricFormatter(values, unit, { currency, isExact: true })
  return values.map((value) => ({ value, text: format(value) }))
}
