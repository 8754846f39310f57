import type { ScoreChange } from '../integrity/score-change.ts'
import type { MetricUnit } from '../metrics/catalogue/metric-kind.ts'

/** A metric and its new value, in its own unit: dollars, percentage points, months; a date in ISO 8601. */
export interface MetricChange {
  readonly metricKey: string
  readonly value: number | string
  /** For a metric that is not in the catalog and has no cell that could tell its unit. */
  readonly name?: string
}

/** Whether a number comes from the workbook's own formulas or from those of the catalog. */
export type RippleMethod = 'workbook' | 'catalogue'

/** A metric before and after; null if it is not a number. Dates are in ISO 8601, and differ by days. */
export interface MetricMove {
  readonly metricKey: string
  readonly label: string
  readonly unit: MetricUnit
  readonly before: number | string | null
  readonly after: number | string | null
  readonly delta: number | null
  /** Relative to the absolute value before; null if that was zero. */
  readonly deltaPct: number | null
}

export interface RippleImpact extends MetricMove {
  /** The number of formulas on the shortest path from the cause. */
  readonly depth: number
  /** From cause to effect, in the words of the workbook. */
  readonly path: readonly string[]
  readonly method: RippleMethod
}

export type RippleWarningCode =
  | 'outside_plausible_range'
  | 'dscr_below_one'
  | 'sources_ne_uses'
  | 'became_error'
  | 'overrides_formula'
  | 'unsettled'
  | 'kept_values'
  | 'nothing_depends'
  | 'nothing_moves'
  | 'one_period'
  | 'formula_differs'

export interface RippleWarning {
  readonly code: RippleWarningCode
  readonly severity: 'high' | 'medium' | 'low'
  readonly message: string
  /** Null for the whole workbook. */
  readonly metricKey: string | null
}

/** The result of a what-if. */
export interface Ripple {
  readonly method: RippleMethod
  /** The changed metrics, in the order of the changes. */
  readonly changed: readonly MetricMove[]
  /** All other metrics whose value changed, in catalog order. */
  readonly impacts: readonly RippleImpact[]
  readonly warnings: readonly RippleWarning[]
  readonly formulasRecalculated: number
  /** Scores from 0 to 100, with the findings that explain a difference; null if not requested. */
  readonly integrity: ScoreChange | null
}

/** A rejected change; nothing was changed. */
export class RippleRefusal extends Error {
  override readonly name = 'RippleRefusal'
  readonly code: 'unknown_metric' | 'invalid_value' | 'repeated_metric'
  readonly metricKey: string
  /** Keys that may have been intended. */
  readonly nearest: readonly string[]

  constructor(code: RippleRefusal['code'], metricKey: string, message: string, nearest: readonly string[] = []) {
    super(message)
    this.code = code
    this.metricKey = metricKey
    this.nearest = nearest
  }
}
