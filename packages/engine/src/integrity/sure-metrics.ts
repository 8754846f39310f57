import type { MappedMetric } from './finding.ts'
import { groupBy } from './rectangles.ts'

/** Mappings that are less certain than this do not even raise a question. */
const heard = 0.5
/** A check that relies on a mapping below this asks whether the mapping is right. */
export const certain = 0.8

export type SureMetric = MappedMetric & { readonly value: number }

const withValue = (metrics: readonly MappedMetric[], confidenceOf: (metric: MappedMetric) => number): SureMetric[] =>
  metrics.filter(
    (metric): metric is SureMetric =>
      metric.value !== null && Number.isFinite(metric.value) && confidenceOf(metric) >= heard,
  )

/** Metrics found with a value, more likely than not. */
export const likelyMetrics = (metrics: readonly MappedMetric[]): SureMetric[] =>
  withValue(metrics, ({ confidence }) => confidence)

/** Cells that are likely to state a metric, whichever of them is right. */
export const statedMetrics = (metrics: readonly MappedMetric[]): SureMetric[] =>
  withValue(metrics, ({ confidence, statedConfidence = confidence }) => statedConfidence)

/** The most likely source of each metric. */
export const likeliestByKey = (metrics: readonly MappedMetric[]): ReadonlyMap<string, SureMetric> =>
  new Map(
    [...groupBy(likelyMetrics(metrics), ({ metricKey }) => metricKey)].map(([key, [first, ...others]]) => [
      key,
      others.reduce((best, other) => (other.confidence > best.confidence ? other : best), first as SureMetric),
    ]),
  )
