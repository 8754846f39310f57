import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { isNeverNegative, rangeOf } from './metric-rules.ts'
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
export const implausibleMetrics: Check = ({ metrics }) => {
  const judged = likelyMetrics(metrics).flatMap((metric) => {
    const range = rangeOf(metric.metricKey)
    // What cannot be negative is told once.
    return range === undefined || (isNeverNegative(metric.metricKey) && metric.value < 0) ? [] : [{ metric, range }]
  })
  if (judged.length === 0) return undefined
  return judged
    .filter(({ metric: { value }, range: [least, most] }) => value < least - 1e-9 || value > most + 1e-9)
    .map(
      ({ metric, range: [least, most] }): Slip => ({
        check: 'implausible_value',
        message: `The ${saidMetric(metric.metricKey)} is ${saidNumber(metric.value)}; plausible is ${saidNumber(least)} to ${saidNumber(most)}.`,
        areas: [areaOfPlace(metric)],
        restsOn: [metric],
      }),
    )
}
