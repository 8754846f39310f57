import type { SimulationRequest } from '@deal-canvas/contract'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { whatIfMessages as messages } from '../../messages/what-if.ts'
import type { MetricRow } from '../metrics/index.ts'
import { unknownMetric } from '../metrics/index.ts'
import { isoDay } from '../models/index.ts'
import { hasValue, type MetricWithValue } from './read-metrics.ts'

/** A preview request. */
export interface PreviewRequest {
  metricKey: string
  newValue: number
  probabilistic: boolean
  simulation: SimulationRequest
}

/** Returns the requested metric, or throws with what is wrong with the request before anything is computed. */
export const readPreviewRequest = (
  rows: readonly MetricRow[],
  { metricKey, newValue, simulation }: PreviewRequest,
): MetricWithValue => {
  const known = new Map(rows.filter(hasValue).map((row) => [row.metricKey, row]))
  const metric = known.get(metricKey)
  if (metric === undefined) throw new InvalidInput(unknownMetric(['body', 'metric_key'], metricKey, known.keys()))
  const objections: Objection[] = []
  const object = (at: Objection['at'], reason: string, input: unknown) =>
    void objections.push({ at: ['body', ...at], reason, input })
  if (!Number.isFinite(newValue)) object(['new_value'], messages.valueNotFinite(), null)
  if (metric.unit === 'date' && isoDay(newValue) === undefined) {
    object(['new_value'], messages.dateInvalid(), newValue)
  }
  const uncertain = new Set([metricKey])
  simulation.uncertain?.forEach(({ metric_key }, n) => {
    const at = ['simulation', 'uncertain', n, 'metric_key']
    if (!known.has(metric_key)) objections.push(unknownMetric(['body', ...at], metric_key, known.keys()))
    else if (uncertain.has(metric_key)) object(at, messages.metricListedTwice(), metric_key)
    uncertain.add(metric_key)
  })
  simulation.thresholds?.forEach(({ metric_key }, n) => {
    const at = ['body', 'simulation', 'thresholds', n, 'metric_key']
    if (!known.has(metric_key)) objections.push(unknownMetric(at, metric_key, known.keys()))
  })
  simulation.correlations?.forEach((correlation, n) => {
    for (const side of ['one', 'other'] as const)
      if (!uncertain.has(correlation[side]))
        object(['simulation', 'correlations', n, side], messages.metricNotUncertain(), correlation[side])
    if (correlation.one === correlation.other)
      object(['simulation', 'correlations', n, 'other'], messages.correlatedWithItself(), correlation.other)
  })
  if (objections.length > 0) throw new InvalidInput(...objections)
  return metric
}
