import type { Area } from '../value/value.ts'
import type { CheckId, Severity } from './catalogue.ts'

/** A metric found in the workbook, in the unit of the metric catalog: 5.25 for 5.25 %. */
export interface MappedMetric {
  readonly metricKey: string
  readonly value: number | null
  readonly sheet: number
  readonly row: number
  readonly column: number
  /** The probability that the metric has this value, from 0 to 1. */
  readonly confidence: number
  /**
   * The probability that the cell states the metric at all, whether or not its value is right; defaults to the same.
   */
  readonly statedConfidence?: number
  /** The period of the value, if known; values of different periods are not compared. */
  readonly period?: string | null
}

/** What a check found, before its impact is known. */
export interface Slip {
  readonly check: CheckId
  /** Set if it differs from the catalog's severity. */
  readonly severity?: Severity
  readonly message: string
  /** The cells concerned, the most relevant first; none for the whole workbook. */
  readonly areas: readonly Area[]
  /**
   * The mapped metrics that it relies on. If one of them is uncertain, a wrong mapping explains the difference as well
   * as an error in the model does: it becomes a question instead of a finding.
   */
  readonly restsOn?: readonly MappedMetric[]
}

/** A cell to confirm before a check can report anything. */
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
  /** The number of formulas that depend on the cells, directly or indirectly. */
  readonly dependents: number
  /** Keys of the affected headline metrics. */
  readonly metrics: readonly string[]
}

export interface LocatedFinding {
  readonly check: CheckId
  readonly severity: Severity
  readonly message: string
  /** The name of the sheet; null for the whole workbook. */
  readonly sheet: string | null
  /** `C7` or `C7:H7`. */
  readonly cell: string | null
}

export interface Finding extends LocatedFinding {
  readonly impact: Impact
}
