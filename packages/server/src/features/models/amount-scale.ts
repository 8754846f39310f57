import type { MetricCell, MetricMap, MetricMatch } from '@deal-canvas/engine'

/** Stated for one unit, one foot, one customer: never in thousands. */
const isPerPiece = /per_unit|psf|per_sf|arpa/

const mostCommon = (scales: readonly number[]): number | undefined => {
  const counts = new Map<number, number>()
  for (const scale of scales) counts.set(scale, (counts.get(scale) ?? 0) + 1)
  return [...counts].sort(([a, count], [b, otherCount]) => otherCount - count || a - b)[0]?.[0]
}

interface Amount {
  metricKey: string
  unit: MetricMatch['unit']
  cells: readonly MetricCell[]
}

type ReadMetrics = Pick<MetricMap, 'matches' | 'unsure'>

/** What the amounts that were read from cells are multiplied with; undefined: there is no amount among them. */
export const commonAmountScale = (
  { matches, unsure }: ReadMetrics,
  isAmong: (cell: { sheet: string }) => boolean = () => true,
): number | undefined => {
  const scaleOf = (amounts: readonly Amount[]) =>
    mostCommon(
      amounts
        .filter(({ unit, metricKey }) => unit === 'currency' && !isPerPiece.test(metricKey))
        .flatMap(({ cells }) => cells)
        .filter(isAmong)
        .map(({ scale }) => Math.abs(scale)),
    )
  return (
    scaleOf(matches.map((match) => ({ ...match, cells: [match, ...match.alternatives] }))) ??
    scaleOf(unsure.map((metric) => ({ ...metric, cells: metric.alternatives })))
  )
}

/** What an amount is multiplied with where nothing beside it says so: as on the rest of its sheet, then of the workbook. */
export const amountScale = (
  read: ReadMetrics,
  { metricKey, sheet }: { metricKey: string; sheet: string },
  told: number | undefined,
): number => {
  if (isPerPiece.test(metricKey)) return 1
  return commonAmountScale(read, (cell) => cell.sheet === sheet) ?? told ?? commonAmountScale(read) ?? 1
}
