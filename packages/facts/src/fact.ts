import type { MetricUnit } from '@deal-canvas/contract'
import type { Box } from './document.ts'

/** The time that a number is about. */
export interface FactPeriod {
  /** `nth_year`: counted from the closing, the 3 of "Year 3". */
  readonly kind: 'year' | 'half' | 'quarter' | 'month' | 'trailing' | 'nth_year'
  readonly year?: number
  readonly nth?: number
  /** The period as it is written, in lower case: tells two months or quarters apart. */
  readonly label: string
}

/** Where a fact is stated. */
export interface FactPlace {
  readonly page?: number
  readonly sheet?: string
  readonly cell?: string
  /** The span of the quote in the text of the page; in a sheet, in the cells of its row joined with ` | `. */
  readonly from: number
  readonly to: number
  readonly box?: Box
}

/** A number that a document states about the deal. */
export interface Fact {
  /** A key of the metric catalog; null if the catalog has no such metric. */
  readonly metricKey: string | null
  /** The term as in the text: "earnest money deposit". */
  readonly term: string
  readonly value: number
  readonly unit: MetricUnit
  /** ISO 4217; null if none is stated. */
  readonly currency: string | null
  readonly period: FactPeriod | null
  /** What narrows the term: "stabilized", "in place", "minimum", "per unit". */
  readonly qualifier: string | null
  /** The sentence or table row. */
  readonly quote: string
  readonly place: FactPlace
  /** From 0 to 1. */
  readonly confidence: number
  /** How far the true value can be from the stated one, by how it is rounded. */
  readonly tolerance: number
  /** "more than", "up to": the value is only a limit. */
  readonly bound: 'at_least' | 'at_most' | null
  /** `derived`: summed or averaged over the rows of a table, whose rows are the quote. */
  readonly origin: 'text' | 'table' | 'derived'
}

/** A longer list would be noise, and would slow down whatever compares it. */
export const maxFacts = 5_000
