import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricMove } from './ripple-result.ts'

const dayMs = 86_400_000

/** Removes binary rounding: 5.3 − 5.25 is 0.05, not 0.04999999999999982. */
const difference = (before: number, after: number): number => {
  const size = Math.max(Math.abs(before), Math.abs(after))
  const places = size === 0 ? 0 : 14 - Math.floor(Math.log10(size))
  const exact = after - before
  return places < 0 || places > 100 ? exact : Number(exact.toFixed(places)) + 0
}

const deltaOf = (before: MetricMove['before'], after: MetricMove['after']): number | null => {
  if (typeof before === 'number' && typeof after === 'number') return difference(before, after)
  if (typeof before === 'string' && typeof after === 'string') return (Date.parse(after) - Date.parse(before)) / dayMs
  return null
}

/** A metric before and after, with the difference. */
export const moveOf = (metricKey: string, before: MetricMove['before'], after: MetricMove['after']): MetricMove => {
  const kind = kindOf(metricKey)
  const delta = deltaOf(before, after)
  const hasShare = delta !== null && typeof before === 'number' && before !== 0
  return {
    metricKey,
    label: kind?.label ?? metricKey,
    unit: kind?.unit ?? 'ratio',
    before,
    after,
    delta,
    deltaPct: hasShare ? Number(((delta / Math.abs(before)) * 100).toPrecision(12)) : null,
  }
}
