import type { MetricCell, MetricMap, MetricMatch } from './map-metrics.ts'
import { isPerPiece } from './metric-value.ts'

/** Whether a metric is an amount that follows the scale of its workbook. */
export const isScaledAmount = ({ metricKey, unit }: Pick<MetricMatch, 'metricKey' | 'unit'>): boolean =>
  unit === 'currency' && !isPerPiece(metricKey)

const maxCommon = (scales: readonly number[]): number | undefined => {
  const counts = new Map<number, number>()
  for (const scale of scales) counts.set(scale, (counts.get(scale) ?? 0) + 1)
  return [...counts].sort(([a, count], [b, otherCount]) => otherCount - count || a - b)[0]?.[0]
}

type ReadMetrics = Pick<MetricMap, 'matches' | 'unsure'>

/** The multiplier of amounts read from cells; undefined if there is no amount among them. */
export const commonAmountScale = (
  { matches, unsure }: ReadMetrics,
  isAmong: (cell: { sheet: string }) => boolean = () => true,
): number | undefined => {
  const scaleOf = (cells: readonly MetricCell[]) => maxCommon(cells.filter(isAmong).map(({ scale }) => Math.abs(scale)))
  return (
    scaleOf(matches.filter(isScaledAmount).flatMap((match) => [match, ...match.alternatives])) ??
    scaleOf(unsure.filter(isScaledAmount).flatMap(({ alternatives }) => alternatives))
  )
}
