/**
 * A block of a memo besides text: what it shows, not the numbers themselves. Those come from the model when the memo is
 * read, so that a block can never show a number the model does not have.
 */
export type Block =
  | KpiStrip
  | ModelTable
  | SensitivityGrid
  | ScenarioTable
  | TornadoChart
  | HistogramChart
  | ModelChart
  | CitedFact
  | Risk

/** Chosen metrics in a row. */
export interface KpiStrip {
  block: 'kpis'
  title?: string
  metrics: string[]
}

/** A range of the workbook. */
export interface ModelTable {
  block: 'model_table'
  title?: string
  sheet: string
  /** The first column holds the labels, the first rows the headings: `A4:H24`. */
  range: string
  /** How many rows at the top are headings. */
  header_rows?: number
  /** Rows of the sheet to show, with the label that each had when it was chosen; absent: all. */
  rows?: ChosenRow[]
  /** Columns of the sheet to show, by letter; absent: all. */
  columns?: string[]
}

export interface ChosenRow {
  row: number
  label: string
  /** Shown in bold with a line above. */
  total?: boolean
}

/** A metric for each pair of values of two inputs. */
export interface SensitivityGrid {
  block: 'sensitivity'
  title?: string
  metric: string
  rows: Axis
  columns: Axis
}

export interface Axis {
  metric: string
  /** Absent: around the current value. */
  values?: number[]
}

/** Metrics in several scenarios. */
export interface ScenarioTable {
  block: 'scenarios'
  title?: string
  metrics: string[]
  /** Absent: all that everyone on the deal sees. */
  scenarios?: string[]
}

/** What moves a metric, one input at a time. */
export interface TornadoChart {
  block: 'tornado'
  title?: string
  metric: string
}

/** How likely the values of a metric are. */
export interface HistogramChart {
  block: 'histogram'
  title?: string
  metric: string
}

/** Rows of the workbook over time. */
export interface ModelChart {
  block: 'chart'
  title?: string
  kind: 'line' | 'bar'
  sheet: string
  /** The cells with the periods, in one row or column: `C4:H4`. */
  categories: string
  series: Series[]
}

export interface Series {
  label: string
  /** As many cells as there are categories. */
  range: string
}

/** A sentence of a document. */
export interface CitedFact {
  block: 'fact'
  document: string
  page?: number
  quote: string
  /** The metric that it is about, to show where the model differs. */
  metric?: string
}

export interface Risk {
  block: 'risk'
  statement: string
  severity: 'high' | 'medium' | 'low'
  mitigant?: string
  owner?: string
  evidence?: Evidence[]
}

/** Where a risk shows: a place in a document, or a metric. */
export type Evidence = { document: string; page?: number; quote: string } | { metric: string }

export type BlockKind = Block['block']
