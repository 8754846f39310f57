import { nearestMetricKeys } from '@deal-canvas/engine'
import type { Objection } from '../../invalid-input.ts'
import { whatIfMessages } from '../../messages/what-if.ts'

/** Reports a metric that the deal does not have, or has without a value, with similar keys as suggestions. */
export const unknownMetric = (at: Objection['at'], metricKey: string, known: Iterable<string>): Objection => ({
  at,
  reason: whatIfMessages.metricMissing(),
  input: metricKey,
  context: { nearest: nearestMetricKeys(metricKey, [...known]) },
})
