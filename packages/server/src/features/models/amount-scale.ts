import { isPerPiece, type MetricMatch } from '@deal-canvas/engine'

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
      .filter(({ unit, metricKey }) => unit === 'currency' && !isPerPiece(metricKey))
      .flatMap((match) => [match, ...match.alternatives])
      .filter(isAmong)
      .map(({ scale }) => Math.abs(scale)),
  )

/** What an amount is multiplied with where nothing beside it says so: as on the rest of its sheet, then of the workbook. */
export const amountScale = (
  matches: readonly MetricMatch[],
  { metricKey, sheet }: { metricKey: string; sheet: string },
  told: number | undefined,
): number => {
  if (isPerPiece(metricKey)) return 1
  return commonAmountScale(matches, (cell) => cell.sheet === sheet) ?? told ?? commonAmountScale(matches) ?? 1
}
