import type { MetricUnit } from '@deal-canvas/contract'
import type { ReadingSettings } from '@deal-canvas/engine'

/** A cell that a person chose for a metric. */
export interface ChosenCell {
  metricKey: string
  unit: MetricUnit
  /** Only for a metric that is not in the catalog. */
  name?: string
  sheet: string
  cell: string
  /** Factor for the number in the cell; undefined to use the one stated in the workbook. */
  scale: number | undefined
  /** Set if the cell was chosen earlier for the same template and not yet confirmed on this deal. */
  confidence?: number
}

/** What members stated about a workbook, in addition to the cells they chose. */
export interface ReadingOptions {
  /** Undefined to use what the workbook states. */
  settings?: ReadingSettings
  /** Metrics marked as not in the workbook, whatever its labels suggest; undefined if none. */
  absent?: readonly string[]
}

/** An override, in the unit of the metric. */
export interface AppliedValue {
  metricKey: string
  value: number
}

/** The workbook's value of an overridden metric; null if its cell is not a number. */
export interface ReplacedValue {
  metricKey: string
  value: number | null
}

/** Everything the metrics of a deal depend on: its workbook, the chosen cells and the overrides. */
export interface ModelState extends ReadingOptions {
  sha256: string
  /** Number of formulas, if the workbook was read before: larger ones wait in another queue. */
  formulas?: number
  /**
   * The stored tier: a newer rule for tiers must not change how an existing deal is computed. Undefined: to be
   * determined.
   */
  tier?: 'full' | 'values_only' | undefined
  sources: readonly ChosenCell[]
  /** At most one per metric. */
  overrides: readonly AppliedValue[]
}
