import type { ScoreChange } from '../integrity/score-change.ts'
import type { MetricUnit } from '../metrics/catalogue/metric-kind.ts'

/** A metric and what it is to be, in its own unit: dollars, percentage points, months; a day as ISO 8601. */
export interface MetricChange {
  readonly metricKey: string
  readonly value: number | string
  /** Of a metric that is not in the catalogue and stands in no cell that could tell it. */
  readonly name?: string
}

/** Whether a number came from the workbook's own formulas or from those of the catalogue. */
export type RippleMethod = 'workbook' | 'catalogue'

/** A metric before and after; null where it is no number. Days are ISO 8601, and differ by days. */
export interface MetricMove {
  readonly metricKey: string
  readonly label: string
  readonly unit: MetricUnit
  readonly before: number | string | null
  readonly after: number | string | null
  readonly delta: number | null
  /** Of the size before; null where that was zero. */
  readonly deltaPct: number | null
}

export interface RippleImpact extends MetricMove {
  /** Formulas on the shortest way from the cause. */
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
  /** Null: the whole workbook. */
  readonly metricKey: string | null
}

/** What a change does. */
export interface Ripple {
  readonly method: RippleMethod
  /** The changed metrics, in the order of the changes. */
  readonly changed: readonly MetricMove[]
  /** All other metrics that came out differently, in the order of the catalogue. */
  readonly impacts: readonly RippleImpact[]
  readonly warnings: readonly RippleWarning[]
  readonly formulasRecalculated: number
  /** Scores from 0 to 100, with what explains a change; null: not asked for. */
  readonly integrity: ScoreChange | null
}

/** A change that cannot be made; nothing was changed. */
export class RippleRefusal extends Error {
  override readonly name = 'RippleRefusal'
  readonly code: 'unknown_metric' | 'invalid_value' | 'repeated_metric'
  readonly metricKey: string
  /** Keys that may have been meant. */
  readonly nearest: readonly string[]

  constructor(code: RippleRefusal['code'], metricKey: string, message: string, nearest: readonly string[] = []) {
    super(message)
    this.code = code
    this.metricKey = metricKey
    this.nearest = nearest
  }
}
