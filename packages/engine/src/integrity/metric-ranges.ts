import { findingMessages as messages } from '../messages/findings.ts'
import { metricNameOf } from '../metrics/metric-name.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Inspection } from './inspection.ts'
import { isNeverNegative, rangeOf } from './metric-rules.ts'
import { noiGrowth } from './noi-growth.ts'
import { areaOfPlace } from './rectangles.ts'
import { likelyMetrics, type SureMetric } from './sure-metrics.ts'

/** What a cell states, for a sentence. */
const statedBy = ({ nameOf, formatMetric }: Inspection, metric: SureMetric) => ({
  name: metricNameOf(metric.metricKey),
  value: formatMetric(metric.metricKey, metric.value),
  cell: nameOf(metric),
})

/** Metrics that are negative but cannot be. */
export const negativeMetrics: Check = (inspection) => {
  const judged = likelyMetrics(inspection.metrics).filter(({ metricKey }) => isNeverNegative(metricKey))
  if (judged.length === 0) return undefined
  return judged
    .filter(({ value }) => value < 0)
    .map(
      (metric): Slip => ({
        check: 'negative_where_positive',
        message: messages.metricNegative(statedBy(inspection, metric)),
        areas: [areaOfPlace(metric)],
        restsOn: [metric],
      }),
    )
}

/** Metrics outside their plausible range. */
export const implausibleMetrics: Check = (inspection) => {
  const { metrics } = inspection
  const judged = likelyMetrics(metrics).flatMap((metric) => {
    const range = rangeOf(metric.metricKey)
    // Negative values are reported by the other check.
    return range === undefined || (isNeverNegative(metric.metricKey) && metric.value < 0) ? [] : [{ metric, range }]
  })
  const growth = noiGrowth(inspection)
  if (judged.length + growth.length === 0) return undefined
  const outside = judged
    .filter(
      // Zero is usually an empty input rather than a result.
      ({ metric: { value }, range: [min, max] }) => value !== 0 && (value < min - 1e-9 || value > max + 1e-9),
    )
    .map(({ metric, range: [min, max] }): Slip => {
      const stated = { ...statedBy(inspection, metric), min: inspection.formatMetric(metric.metricKey, min) }
      return {
        check: 'implausible_value',
        message: Number.isFinite(max)
          ? messages.metricOutsideRange({ ...stated, max: inspection.formatMetric(metric.metricKey, max) })
          : messages.metricBelowRange(stated),
        areas: [areaOfPlace(metric)],
        restsOn: [metric],
      }
    })
  return [...outside, ...growth]
}
