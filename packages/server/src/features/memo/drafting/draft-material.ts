import type { FoundTable } from '@deal-canvas/engine'

/** A sentence of a document that states the number of a metric. */
export interface StatedFact {
  readonly metricKey: string
  readonly documentId: string
  readonly page?: number
  readonly quote: string
}

/** A finding of data quality that changes what a reader may believe. */
export interface SeriousFinding {
  readonly severity: 'critical' | 'high'
  readonly title: string
  /** The cell or the sheet; null: the whole workbook. */
  readonly place: string | null
  readonly metrics: readonly string[]
}

/** What a draft can use besides the metrics. None of it is stated as a number: blocks compute what they show. */
export interface DraftMaterial {
  /** The tables of the workbook. */
  readonly tables: readonly FoundTable[]
  /** Facts that are sure and that nothing contradicts, the surest first. */
  readonly facts: readonly StatedFact[]
  /** Facts that contradict the model, the most severe first. */
  readonly contradictions: readonly StatedFact[]
  readonly findings: readonly SeriousFinding[]
  /** What the checks ask. */
  readonly questions: readonly string[]
  /** Names of files that could not be read. */
  readonly unread: readonly string[]
  /** Metrics with a hurdle or a covenant. */
  readonly limited: readonly string[]
  /** Whether there are scenarios to compare. */
  readonly hasScenarios: boolean
  /** The return that matters most, and the two inputs that move it most. */
  readonly sensitivity: { readonly metric: string; readonly inputs: readonly [string, string] } | undefined
}

export const noMaterial: DraftMaterial = {
  tables: [],
  facts: [],
  contradictions: [],
  findings: [],
  questions: [],
  unread: [],
  limited: [],
  hasScenarios: false,
  sensitivity: undefined,
}
