import type { PreviewMove, RipplePreview } from '@deal-canvas/contract'
import type { MetricMove, Ripple } from '@deal-canvas/engine'
import type { MetricRow } from '../metrics/index.ts'
import { dayNumber } from '../models/index.ts'

type Section = { sectionKey: string; title: string; cited: readonly string[] }

/** A value as deals store it: dates are day numbers. */
const numberOf = (value: MetricMove['before']): number | null => (typeof value === 'string' ? dayNumber(value) : value)

const moveOf = ({ before, after, delta, deltaPct }: MetricMove, { label, unit }: MetricRow): PreviewMove => ({
  label,
  unit,
  before: numberOf(before),
  after: numberOf(after),
  delta,
  delta_pct: deltaPct,
})

/** The effect of a change on the metrics of the deal and on the sections that cite them. */
export const presentRipple = (
  { method, changed, impacts, warnings, formulasRecalculated }: Ripple,
  rows: readonly MetricRow[],
  sections: readonly Section[],
) => {
  const known = new Map(rows.filter(({ value }) => value !== null).map((row) => [row.metricKey, row]))
  const metric = changed.flatMap((move) => {
    const row = known.get(move.metricKey)
    return row === undefined ? [] : [{ key: move.metricKey, ...moveOf(move, row) }]
  })
  const told = impacts.flatMap((impact) => {
    const row = known.get(impact.metricKey)
    if (row === undefined) return []
    const { metricKey, depth, path } = impact
    return [{ metric_key: metricKey, ...moveOf(impact, row), depth, path: [...path] }]
  })
  const moved = new Set([...metric.map(({ key }) => key), ...told.map(({ metric_key }) => metric_key)])
  return {
    metric,
    moved,
    after: new Map<string, number | null>([
      ...metric.map(({ key, after }) => [key, after] as const),
      ...told.map(({ metric_key, after }) => [metric_key, after] as const),
    ]),
    shown: {
      method,
      impacts: told,
      sections: sections.flatMap(({ sectionKey, title, cited }) => {
        const keys = cited.filter((key) => moved.has(key))
        return keys.length === 0 ? [] : [{ section_key: sectionKey, title, metric_keys: keys }]
      }),
      warnings: warnings
        .filter(({ metricKey }) => metricKey === null || known.has(metricKey))
        .map(({ code, severity, message, metricKey }) => ({ code, severity, message, metric_key: metricKey })),
      formulasRecalculated,
    } satisfies Pick<RipplePreview, 'method' | 'impacts' | 'sections' | 'warnings'> & { formulasRecalculated: number },
  }
}
