import type { Threshold, ThresholdResult } from '@deal-canvas/contract'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { formatLimit } from '../thresholds/format-limit.ts'

/** The limits of a metric that a scenario breaches: "Below 1.25x". */
export const breachesOf = (
  metricKey: string,
  results: readonly ThresholdResult[],
  thresholds: readonly Threshold[],
): string[] =>
  thresholds.flatMap((threshold) => {
    const { id, metric_key: key, side } = threshold
    if (key !== metricKey || !results.some((one) => one.threshold_id === id && one.is_breached === true)) return []
    const limit = formatLimit(threshold)
    return [side === 'at_least' ? messages.below({ limit }) : messages.above({ limit })]
  })
