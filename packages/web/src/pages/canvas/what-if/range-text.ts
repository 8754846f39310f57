import type { Metric, ProbabilisticView } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { formatMetric } from '../../../ui/format-metric.ts'

/** "P5 4.9% to P95 6.1%", or that an input is fixed. Empty until a simulation has run. */
export const rangeText = (range: ProbabilisticView['uncertain'][string] | undefined, unit: Metric['unit']): string => {
  if (range === undefined) return ''
  if (range.p5 === range.p95) return whatIfMessages.inputFixed()
  return whatIfMessages.inputRange({ low: formatMetric(range.p5, unit), high: formatMetric(range.p95, unit) })
}
