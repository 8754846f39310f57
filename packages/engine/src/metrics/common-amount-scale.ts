import type { MetricMatch } from './map-metrics.ts'

/** Stated for one unit, one foot, one customer: never in thousands. */
const isPerPiece = /per_unit|psf|per_sf|arpa/

/** Whether a metric is an amount that follows the scale of its workbook. */
export const isScaledAmount = ({ metricKey, unit }: Pick<MetricMatch, 'metricKey' | 'unit'>): boolean =>
  unit === 'currency' && !isPerPiece.test(metricKey)

const mostCommon = (scales: readonly number[]): number | undefined => {
  const counts = new Map<number, number>()
  for (const scale of scales) counts.set(scale, (counts.get(scale) ?? 0) + 1)
  return [...counts].sort(([a, count], [b, otherCount]) => otherCount - count || a - b)[0]?.[0]
}

/** What the amounts that were read from cells are multiplied with; undefined: there is no amount among them. */
export const commonAmountScale = (
  matches: readonly MetricMatch[],
  isAmong: (cell: { sheet: string }) => boolean = () => true,
): number | undefined =>
  mostCommon(
    matches
      .filter(isScaledAmount)
      .flatMap((match) => [match, ...match.alternatives])
      .filter(isAmong)
      .map(({ scale }) => Math.abs(scale)),
  )
