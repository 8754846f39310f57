import { commonAmountScale, isScaledAmount, type MetricMatch } from '@deal-canvas/engine'

/** What an amount is multiplied with where nothing beside it says so: as on the rest of its sheet, then of the workbook. */
export const amountScale = (
  matches: readonly MetricMatch[],
  { metricKey, sheet }: { metricKey: string; sheet: string },
  told: number | undefined,
): number => {
  if (!isScaledAmount({ metricKey, unit: 'currency' })) return 1
  return commonAmountScale(matches, (cell) => cell.sheet === sheet) ?? told ?? commonAmountScale(matches) ?? 1
}
