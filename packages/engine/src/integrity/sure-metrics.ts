import type { MappedMetric } from './finding.ts'
import { groupBy } from './rectangles.ts'

/** Mappings that are less certain than this say nothing about the model. */
const certain = 0.7

export type SureMetric = MappedMetric & { readonly value: number }

const withValue = (metrics: readonly MappedMetric[], confidenceOf: (metric: MappedMetric) => number): SureMetric[] =>
  metrics.filter(
    (metric): metric is SureMetric =>
      metric.value !== null && Number.isFinite(metric.value) && confidenceOf(metric) >= certain,
  )

/** Metrics that were found with a value and without much doubt. */
export const sureMetrics = (metrics: readonly MappedMetric[]): SureMetric[] =>
  withValue(metrics, ({ confidence }) => confidence)

/** Cells that state a metric without much doubt, whichever of them is right. */
export const statedMetrics = (metrics: readonly MappedMetric[]): SureMetric[] =>
  withValue(metrics, ({ confidence, statedConfidence = confidence }) => statedConfidence)

/** The surest source of each metric. */
export const surestByKey = (metrics: readonly MappedMetric[]): ReadonlyMap<string, SureMetric> =>
  new Map(
    [...groupBy(sureMetrics(metrics), ({ metricKey }) => metricKey)].map(([key, [first, ...others]]) => [
      key,
      others.reduce((best, one) => (one.confidence > best.confidence ? one : best), first as SureMetric),
    ]),
  )
