import type { MetricUnit } from '@deal-canvas/contract'

/** A cell that people chose for a metric. */
export interface ChosenCell {
  metricKey: string
  unit: MetricUnit
  sheet: string
  cell: string
  /** What the number of the cell is multiplied with; undefined: what the workbook says beside it. */
  scale: number | undefined
}

/** A value that was applied over the model's, in the unit of the metric. */
export interface AppliedValue {
  metricKey: string
  value: number
}

/** All that the numbers of a deal depend on: its workbook, the cells that people chose, the values that they applied. */
export interface ModelState {
  sha256: string
  /** How many the workbook has, where it was read before: larger ones wait in another queue. */
  formulas?: number
  sources: readonly ChosenCell[]
  /** Each metric once. */
  overrides: readonly AppliedValue[]
}
