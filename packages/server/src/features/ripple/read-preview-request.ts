import type { SimulationRequest } from '@deal-canvas/contract'
import { nearestMetricKeys } from '@deal-canvas/engine'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import type { MetricRow } from '../metrics/metrics.service.ts'
import { isoDay } from '../models/cell-number.ts'

/** A preview as it is asked for. */
export interface PreviewRequest {
  metricKey: string
  newValue: number
  probabilistic: boolean
  simulation: SimulationRequest
}

/** No metric of the deal, or one without a value; with those that may have been meant. */
export class UnknownMetric extends Error {
  override readonly name = 'UnknownMetric'
  readonly metricKey: string
  readonly nearest: readonly string[]
  constructor(metricKey: string, reason: string, nearest: readonly string[]) {
    super(reason)
    this.metricKey = metricKey
    this.nearest = nearest
  }
}

type WithValue = MetricRow & { value: number }

const hasValue = (row: MetricRow): row is WithValue => row.value !== null

/** The metric that is meant, or what is wrong with the request: said before anything is computed. */
export const readPreviewRequest = (
  rows: readonly MetricRow[],
  { metricKey, newValue, simulation }: PreviewRequest,
): WithValue => {
  const known = new Map(rows.filter(hasValue).map((row) => [row.metricKey, row]))
  const metric = known.get(metricKey)
  if (metric === undefined) {
    const isThere = rows.some((row) => row.metricKey === metricKey)
    const reason = isThere ? 'This metric of the deal has no value' : 'The deal has no such metric'
    throw new UnknownMetric(metricKey, reason, nearestMetricKeys(metricKey, [...known.keys()]))
  }
  const objections: Objection[] = []
  const object = (at: Objection['at'], reason: string, input: unknown) =>
    void objections.push({ at: ['body', ...at], reason, input })
  if (!Number.isFinite(newValue)) object(['new_value'], 'A value is a finite number', null)
  if (metric.unit === 'date' && isoDay(newValue) === undefined) {
    object(['new_value'], 'There is no such day', newValue)
  }
  const uncertain = new Set([metricKey])
  simulation.uncertain?.forEach(({ metric_key }, n) => {
    const at = ['simulation', 'uncertain', n, 'metric_key']
    if (!known.has(metric_key)) object(at, 'The deal has no such metric with a value', metric_key)
    else if (uncertain.has(metric_key)) object(at, 'This metric is named twice', metric_key)
    uncertain.add(metric_key)
  })
  simulation.thresholds?.forEach(({ metric_key }, n) => {
    if (!known.has(metric_key))
      object(['simulation', 'thresholds', n, 'metric_key'], 'The deal has no such metric with a value', metric_key)
  })
  simulation.correlations?.forEach((correlation, n) => {
    for (const side of ['one', 'other'] as const)
      if (!uncertain.has(correlation[side]))
        object(
          ['simulation', 'correlations', n, side],
          'This metric is not among the uncertain ones',
          correlation[side],
        )
    if (correlation.one === correlation.other)
      object(['simulation', 'correlations', n, 'other'], 'A metric cannot be correlated with itself', correlation.other)
  })
  if (objections.length > 0) throw new InvalidInput(...objections)
  return metric
}
