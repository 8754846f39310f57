import type { DealTier, Metric } from '@deal-canvas/contract'

/** Why a metric cannot be simulated; undefined: it can. */
export const whyNotSimulated = (
  tier: DealTier,
  { source, unit }: Pick<Metric, 'source' | 'unit'>,
): string | undefined => {
  if (tier === 'legacy') return 'Needs a workbook. The numbers of this deal are entered by hand'
  if (tier === 'values_only') return 'Needs a full model. No metric of this workbook can be recalculated'
  if (unit === 'date') return 'A date cannot be drawn from a range'
  if (source === null) return 'This metric stands in no cell of the workbook'
  return undefined
}
