import type { Threshold } from '@deal-canvas/contract'
import { seriesFormatter } from '../../../../ui/format-metric.ts'

/** "1.25x": the exact limit. */
export const formatLimit = ({ value, unit }: Pick<Threshold, 'value' | 'unit'>): string =>
  seriesFormatter([value], unit, { isExact: true })(value)
