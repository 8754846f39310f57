import type { MappedMetric } from './finding.ts'
import { isHeadline } from './metric-rules.ts'

/** The cap for a model without any usable headline number. */
const withoutAny = 59
/** The cap for a headline metric of zero, which is usually an empty input rather than a result. */
const withZero = 74
/** The cap if metrics were found, but no headline metric. */
const withoutHeadline = 79

/** The maximum score of a model while its headline metrics are missing or zero. */
export const metricCap = (metrics: readonly MappedMetric[]): number => {
  if (metrics.length === 0) return 100
  const values = new Map<string, boolean>()
  for (const { metricKey, value } of metrics)
    if (isHeadline(metricKey)) values.set(metricKey, (values.get(metricKey) ?? false) || (value ?? 0) !== 0)
  if (values.size === 0) return withoutHeadline
  const used = [...values.values()].filter((isUsed) => isUsed).length
  return used === 0 ? withoutAny : used < values.size ? withZero : 100
}
