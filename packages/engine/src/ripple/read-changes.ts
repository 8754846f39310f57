import { cellValueOf, metricValueOf } from './cell-value.ts'
import type { MappedCell } from './mapped-cells.ts'
import { nearestMetricKeys } from './metric-keys.ts'
import { type MetricChange, RippleRefusal } from './ripple-result.ts'

/** A change that can be made. */
export interface WantedChange {
  readonly metricKey: string
  /** In the unit of the metric; a day as ISO 8601. */
  readonly value: number | string
  /** Undefined: the workbook does not have the metric, it is derived from those that it has. */
  readonly cell: MappedCell | undefined
  /** What the cell is to hold. */
  readonly held: number
}

interface Known {
  readonly cells: readonly MappedCell[]
  /** What the metrics with a cell are worth. */
  readonly values: ReadonlyMap<string, number | string | null>
  /** Metrics that follow from them. */
  readonly derived: ReadonlyMap<string, number>
  /** What a slot holds. */
  holds(id: number): number | undefined
}

const refuseValue = (metricKey: string, value: number | string): never => {
  throw new RippleRefusal('invalid_value', metricKey, `${metricKey} cannot be ${String(value).slice(0, 40)}`)
}

const readOne = ({ metricKey, value }: MetricChange, { cells, values, derived, holds }: Known): WantedChange => {
  const cell = cells.find((one) => one.metricKey === metricKey)
  if (cell === undefined) {
    if (!derived.has(metricKey)) {
      const nearest = nearestMetricKeys(metricKey, [...values.keys(), ...derived.keys()])
      throw new RippleRefusal('unknown_metric', metricKey, `No metric ${metricKey.slice(0, 80)} is known here`, nearest)
    }
    if (typeof value !== 'number' || !Number.isFinite(value)) return refuseValue(metricKey, value)
    return { metricKey, value, cell, held: value }
  }
  const held = cellValueOf(value, cell) ?? refuseValue(metricKey, value)
  const told = cell.unit === 'date' ? (metricValueOf(held, cell) ?? value) : value
  // What is shown has 15 digits, the cell may have more: the value that is shown is no change.
  const now = told === values.get(metricKey) ? holds(cell.id) : undefined
  return { metricKey, value: told, cell, held: now ?? held }
}

/** Reads changes of metrics as changes of cells; refuses those that cannot be. */
export const readChanges = (changes: readonly MetricChange[], known: Known): WantedChange[] => {
  const seen = new Set<string>()
  for (const { metricKey } of changes) {
    if (seen.has(metricKey))
      throw new RippleRefusal('repeated_metric', metricKey, `${metricKey} is changed more than once`)
    seen.add(metricKey)
  }
  return changes.map((change) => readOne(change, known))
}
