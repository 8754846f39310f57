import type { SimulationRequest } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { uncertaintyMessages } from '../../messages/uncertainty.ts'
import { whatIfMessages as messages } from '../../messages/what-if.ts'
import type { MetricRow } from '../metrics/index.ts'
import { unknownMetric } from '../metrics/index.ts'
import { isoDay } from '../models/index.ts'
import { hasValue, type MetricWithValue } from './read-metrics.ts'

/** A new value of a metric, and where the request states it. */
export interface RequestedChange {
  metricKey: string
  newValue: number
  path: readonly (string | number)[]
}

export interface MetricChange {
  metric: MetricWithValue
  newValue: number
}

/** The metrics that a preview changes; the first is the one that a simulation varies. */
export type MetricChanges = [MetricChange, ...MetricChange[]]

/** A preview request. */
export interface PreviewRequest {
  /** The first is the one that a simulation varies. */
  changes: readonly RequestedChange[]
  probabilistic: boolean
  simulation: SimulationRequest
}

/** Returns the metrics to change, the first of them first, or throws with what is wrong with the request before anything is computed. */
export const readPreviewRequest = (
  rows: readonly MetricRow[],
  { changes, simulation }: PreviewRequest,
): MetricChanges => {
  const known = new Map(rows.filter(hasValue).map((row) => [row.metricKey, row]))
  const unknown = changes.filter(({ metricKey }) => !known.has(metricKey))
  if (unknown.length > 0)
    throw new InvalidInput(
      ...unknown.map(({ metricKey, path }) => unknownMetric(['body', ...path, 'metric_key'], metricKey, known.keys())),
    )
  const objections: Objection[] = []
  const object = (at: Objection['at'], reason: string, input: unknown) =>
    void objections.push({ at: ['body', ...at], reason, input })
  const uncertain = new Set<string>()
  const found = changes.flatMap(({ metricKey, newValue, path }): MetricChange[] => {
    const metric = known.get(metricKey)
    if (metric === undefined) return []
    if (uncertain.has(metricKey)) object([...path, 'metric_key'], messages.metricListedTwice(), metricKey)
    uncertain.add(metricKey)
    if (!Number.isFinite(newValue)) object([...path, 'new_value'], messages.valueNotFinite(), null)
    if (metric.unit === 'date' && isoDay(newValue) === undefined)
      object([...path, 'new_value'], messages.dateInvalid(), newValue)
    return [{ metric, newValue }]
  })
  if (simulation.scenario_settings === true)
    for (const field of ['uncertain', 'correlations'] as const)
      if (simulation[field] !== undefined)
        object(['simulation', field], uncertaintyMessages.settingsAndOwn(), simulation[field])
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
  const [first, ...further] = found
  return first === undefined ? refuse('internal') : [first, ...further]
}
