import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { isNeverNegative, rangeOf } from './metric-rules.ts'
import { noiGrowth } from './noi-growth.ts'
import { areaOfPlace } from './rectangles.ts'
import { likelyMetrics } from './sure-metrics.ts'
import { saidMetric, saidNumber } from './wording.ts'

/** Metrics that are below zero and cannot be. */
export const negativeMetrics: Check = ({ metrics }) => {
  const judged = likelyMetrics(metrics).filter(({ metricKey }) => isNeverNegative(metricKey))
  if (judged.length === 0) return undefined
  return judged
    .filter(({ value }) => value < 0)
    .map(
      (metric): Slip => ({
        check: 'negative_where_positive',
        message: `The ${saidMetric(metric.metricKey)} is ${saidNumber(metric.value)}, and cannot be negative.`,
        areas: [areaOfPlace(metric)],
        restsOn: [metric],
      }),
    )
}

/** Metrics outside of what is plausible. */
export const implausibleMetrics: Check = (inspection) => {
  const { metrics } = inspection
  const judged = likelyMetrics(metrics).flatMap((metric) => {
    const range = rangeOf(metric.metricKey)
    // What cannot be negative is told once.
    return range === undefined || (isNeverNegative(metric.metricKey) && metric.value < 0) ? [] : [{ metric, range }]
  })
  const growth = noiGrowth(inspection)
  if (judged.length + growth.length === 0) return undefined
  const outside = judged
    .filter(
      // Zero is an empty input far more often than a result.
      ({ metric: { value }, range: [least, most] }) => value !== 0 && (value < least - 1e-9 || value > most + 1e-9),
    )
    .map(
      ({ metric, range: [least, most] }): Slip => ({
        check: 'implausible_value',
        message: `The ${saidMetric(metric.metricKey)} is ${saidNumber(metric.value)}; plausible is ${Number.isFinite(most) ? `${saidNumber(least)} to ${saidNumber(most)}` : `${saidNumber(least)} or more`}.`,
        areas: [areaOfPlace(metric)],
        restsOn: [metric],
      }),
    )
  return [...outside, ...growth]
}
