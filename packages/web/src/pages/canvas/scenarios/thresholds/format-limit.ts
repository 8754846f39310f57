import type { Threshold } from '@deal-canvas/contract'
import { thresholdMessages as messages } from '../../../../messages/thresholds.ts'
import { seriesFormatter } from '../../../../ui/format-metric.ts'

/** "1.25x": the exact limit. */
export const formatLimit = ({ value, unit }: Pick<Threshold, 'value' | 'unit'>): string =>
  seriesFormatter([value], unit, { isExact: true })(value)

/** "≥ 1.25x". */
export const formatThreshold = (threshold: Pick<Threshold, 'value' | 'unit' | 'side'>): string => {
  const value = formatLimit(threshold)
  return threshold.side === 'at_least' ? messages.atLeast({ value }) : messages.atMost({ value })
}
