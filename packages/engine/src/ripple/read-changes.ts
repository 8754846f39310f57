import { warningMessages as messages } from '../messages/warnings.ts'
import { cellValueOf, metricValueOf } from './cell-value.ts'
import type { MappedCell } from './mapped-cells.ts'
import { nearestMetricKeys } from './metric-keys.ts'
import { type MetricChange, RippleRefusal } from './ripple-result.ts'

/** A valid change. */
export interface WantedChange {
  readonly metricKey: string
  /** In the unit of the metric; a date in ISO 8601. */
  readonly value: number | string
  /** Undefined if the workbook does not have the metric, but it is derived from those it has. */
  readonly cell: MappedCell | undefined
  /** The new value of the cell. */
  readonly held: number
}

interface Known {
  readonly cells: readonly MappedCell[]
  /** The values of the metrics with a cell. */
  readonly values: ReadonlyMap<string, number | string | null>
  /** Metrics that are derived from them. */
  readonly derived: ReadonlyMap<string, number>
  /** The value of a slot. */
  holds(id: number): number | undefined
}

export const refuseValue = (metricKey: string, value: number | string): never => {
  throw new RippleRefusal(
    'invalid_value',
    metricKey,
    messages.invalidValue({ metricKey, value: String(value).slice(0, 40) }),
  )
}

const readOne = ({ metricKey, value }: MetricChange, { cells, values, derived, holds }: Known): WantedChange => {
  const cell = cells.find((item) => item.metricKey === metricKey)
  if (cell === undefined) {
    if (!derived.has(metricKey)) {
      const nearest = nearestMetricKeys(metricKey, [...values.keys(), ...derived.keys()])
      throw new RippleRefusal(
        'unknown_metric',
        metricKey,
        messages.unknownMetric({ metricKey: metricKey.slice(0, 80) }),
        nearest,
      )
    }
    if (typeof value !== 'number' || !Number.isFinite(value)) return refuseValue(metricKey, value)
    return { metricKey, value, cell, held: value }
  }
  const held = cellValueOf(value, cell) ?? refuseValue(metricKey, value)
  const shownValue = cell.unit === 'date' ? (metricValueOf(held, cell) ?? value) : value
  // Displayed values have 15 digits, the cell can have more: entering the displayed value is not a change.
  const now = shownValue === values.get(metricKey) ? holds(cell.id) : undefined
  return { metricKey, value: shownValue, cell, held: now ?? held }
}

/** Converts changes of metrics to changes of cells; rejects those that are impossible. */
export const readChanges = (changes: readonly MetricChange[], known: Known): WantedChange[] => {
  const seen = new Set<string>()
  for (const { metricKey } of changes) {
    if (seen.has(metricKey))
      throw new RippleRefusal('repeated_metric', metricKey, messages.repeatedMetric({ metricKey }))
    seen.add(metricKey)
  }
  return changes.map((change) => readOne(change, known))
}
