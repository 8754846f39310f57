import type { MetricUnit } from '@deal-canvas/contract'
import type { ReadingSettings } from '@deal-canvas/engine'

/** A cell that people chose for a metric. */
export interface ChosenCell {
  metricKey: string
  unit: MetricUnit
  /** Of a metric that is not in the catalogue. */
  name?: string
  sheet: string
  cell: string
  /** What the number of the cell is multiplied with; undefined: what the workbook says beside it. */
  scale: number | undefined
  /** Set where it was chosen for the same template before and nobody has looked at it here. */
  confidence?: number
}

/** What people told about a workbook, besides the cells that they chose. */
export interface ToldOfWorkbook {
  /** Undefined: what the workbook says. */
  settings?: ReadingSettings
  /** Metrics that the workbook does not have, whatever a label looks like. Undefined: none. */
  absent?: readonly string[]
}

/** A value that was applied over the model's, in the unit of the metric. */
export interface AppliedValue {
  metricKey: string
  value: number
}

/** What the workbook says of a metric that a value was applied over; null: its cell is not a number. */
export interface ReplacedValue {
  metricKey: string
  value: number | null
}

/** All that the numbers of a deal depend on: its workbook, the cells that people chose, the values that they applied. */
export interface ModelState extends ToldOfWorkbook {
  sha256: string
  /** How many the workbook has, where it was read before: larger ones wait in another queue. */
  formulas?: number
  /** As the deal has it: a newer rule for tiers must not change how an existing deal is computed. Undefined: to be found. */
  tier?: 'full' | 'values_only' | undefined
  sources: readonly ChosenCell[]
  /** Each metric once. */
  overrides: readonly AppliedValue[]
}
