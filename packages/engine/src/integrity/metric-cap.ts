import type { MappedMetric } from './finding.ts'
import { isHeadline } from './metric-rules.ts'

/** A model without one headline number that can be used has nothing to rely on. */
const withoutAny = 59
/** A headline metric of zero is an empty input far more often than a result. */
const withZero = 74
/** Metrics were found, but not one of those that a deal is judged by. */
const withoutHeadline = 79

/** The most that a model can score while its headline metrics are missing or zero. */
export const metricCap = (metrics: readonly MappedMetric[]): number => {
  if (metrics.length === 0) return 100
  const values = new Map<string, boolean>()
  for (const { metricKey, value } of metrics)
    if (isHeadline(metricKey)) values.set(metricKey, (values.get(metricKey) ?? false) || (value ?? 0) !== 0)
  if (values.size === 0) return withoutHeadline
  const used = [...values.values()].filter((isUsed) => isUsed).length
  return used === 0 ? withoutAny : used < values.size ? withZero : 100
}
