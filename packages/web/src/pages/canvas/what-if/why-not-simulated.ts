import type { DealTier, Metric } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'

/** Why a metric cannot be simulated; undefined: it can. */
export const whyNotSimulated = (
  tier: DealTier,
  { source, unit }: Pick<Metric, 'source' | 'unit'>,
): string | undefined => {
  if (tier === 'legacy') return whatIfMessages.needsWorkbook()
  if (tier === 'values_only') return whatIfMessages.needsFullModel()
  if (unit === 'date') return whatIfMessages.dateNotSimulated()
  if (source === null) return whatIfMessages.noCell()
  return undefined
}
