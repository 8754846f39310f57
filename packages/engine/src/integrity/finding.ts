import type { Area } from '../value/value.ts'
import type { CheckId, Severity } from './catalogue.ts'

/** A metric that was found in the workbook, in the unit of the metric catalogue: 5.25 for 5.25 %. */
export interface MappedMetric {
  readonly metricKey: string
  readonly value: number | null
  readonly sheet: number
  readonly row: number
  readonly column: number
  /** How likely the metric has this value, from 0 to 1. */
  readonly confidence: number
  /** How likely the cell states the metric at all, whether or not its value is the right one; the same unless it is given. */
  readonly statedConfidence?: number
  /** The period that the value is of, where that is known; values of different periods are not compared. */
  readonly period?: string | null
}

/** What a check found, before it is known what that touches. */
export interface Slip {
  readonly check: CheckId
  /** Where it differs from the catalogue's. */
  readonly severity?: Severity
  readonly message: string
  /** The cells concerned, the most telling first; none: the whole workbook. */
  readonly areas: readonly Area[]
  /**
   * The mapped metrics that it rests on. Where one of them is not sure, a wrong mapping explains the difference as well as
   * an error in the model does: it is asked about instead of told.
   */
  readonly restsOn?: readonly MappedMetric[]
}

/** Which cell has to be confirmed before a check can say anything. */
export interface Question {
  /** The check that waits for the answer. */
  readonly check: CheckId
  readonly metricKey: string
  readonly message: string
  readonly sheet: string
  readonly cell: string
  readonly value: number | null
  readonly confidence: number
}

export interface Impact {
  /** Formulas that depend on the cells, directly or through others. */
  readonly dependents: number
  /** Keys of headline metrics that are reached. */
  readonly metrics: readonly string[]
}

export interface LocatedFinding {
  readonly check: CheckId
  readonly severity: Severity
  readonly message: string
  /** The name of the sheet; null: the whole workbook. */
  readonly sheet: string | null
  /** `C7` or `C7:H7`. */
  readonly cell: string | null
}

export interface Finding extends LocatedFinding {
  readonly impact: Impact
}
