import type { Threshold } from '@deal-canvas/contract'
import { thresholdMessages as messages } from '../../../../messages/thresholds.ts'
import { seriesFormatter } from '../../../../ui/format-metric.ts'
import { readValue, valueAsTyped } from '../../what-if/read-value.ts'

/** "1.25x": the exact limit. */
export const formatLimit = ({ value, unit }: Pick<Threshold, 'value' | 'unit'>): string =>
  seriesFormatter([value], unit, { isExact: true })(value)

/** The limit as the start of a field: with its unit, if that can be read again. */
export const limitAsTyped = (threshold: Pick<Threshold, 'value' | 'unit'>): string => {
  const { value, unit } = threshold
  const text = formatLimit(threshold)
  return readValue(text, unit) === value ? text : valueAsTyped(value, unit)
}

/** "≥ 1.25x". */
export const formatThreshold = (threshold: Pick<Threshold, 'value' | 'unit' | 'side'>): string => {
  const value = formatLimit(threshold)
  return threshold.side === 'at_least' ? messages.atLeast({ value }) : messages.atMost({ value })
}
