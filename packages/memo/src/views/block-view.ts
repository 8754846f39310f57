/**
 * What a block shows, with every number formatted: computed from the model when the memo is read. The page, PDF and Word
 * draw the same view, so that an export equals the screen.
 */
export type BlockView =
  | KpiView
  | TableView
  | GridView
  | TornadoView
  | HistogramView
  | SeriesView
  | FactView
  | RiskView
  | UnavailableView

/** Metrics in a row. */
export interface KpiView {
  view: 'kpis'
  title?: string
  items: KpiItem[]
}

export interface KpiItem {
  metric: string
  label: string
  /** `15.7%`. */
  value: string
  /** `Hurdle 14.0%`. */
  note?: string
  /** A hurdle or covenant is missed. */
  breached?: boolean
  /** Not the value of the workbook. */
  overridden?: boolean
  /** Read from the workbook with little certainty, and not confirmed by a person. */
  unconfirmed?: boolean
}

/** A table of the workbook, or metrics by scenario. */
export interface TableView {
  view: 'table'
  title?: string
  /** `$ thousands`. */
  unit?: string
  /** One for each value; the labels of the rows have none. */
  columns: TableColumn[]
  rows: TableRow[]
  /** Where the numbers are from: `Cash Flow!A4:H24`. */
  source?: string
}

export interface TableColumn {
  label: string
  /** A second line: `actual`. */
  detail?: string
}

export interface TableRow {
  label: string
  cells: TableCell[]
  /** Shown in bold, with a line above. */
  total?: boolean
  /** A heading over the rows below; its cells are empty. */
  heading?: boolean
}

export interface TableCell {
  text: string
  /** Words, which are aligned to the left; absent: a number or nothing. */
  isText?: boolean
  /** Misses a hurdle or covenant. */
  breached?: boolean
  /** Not the value of the workbook. */
  changed?: boolean
}

/** A metric for each pair of values of two inputs. */
export interface GridView {
  view: 'grid'
  title: string
  /** `Exit Cap Rate`, down. */
  rowInput: string
  /** `Rent Growth`, across. */
  columnInput: string
  rows: string[]
  columns: string[]
  /** Row by row; null: not a number there. */
  values: (number | null)[][]
  texts: string[][]
  /** The row and column with the present value. */
  present?: { row: number; column: number }
  /** `14.0% hurdle`, and whether each cell misses it. */
  limit?: { label: string; breached: boolean[][] }
}

/** What moves a metric, one input at a time; the widest first. */
export interface TornadoView {
  view: 'tornado'
  title: string
  base: number
  baseText: string
  /** Absent: neither direction is better. */
  higherIsBetter?: boolean
  bars: TornadoBar[]
}

export interface TornadoBar {
  label: string
  /** The metric at the low and high value of the input. */
  low: number
  high: number
  lowText: string
  highText: string
  /** `5.00% to 6.00%`. */
  range: string
}

/** How likely the values of a metric are. */
export interface HistogramView {
  view: 'histogram'
  title: string
  /** In ascending order, without gaps. */
  bins: { from: number; to: number; count: number }[]
  /** The labels of the axis. */
  ticks: Tick[]
  /** The present value and a hurdle. */
  marks: { value: number; label: string; breached?: boolean }[]
  /** `10,000 trials, 6 uncertain inputs`. */
  note: string
}

/** Rows of the workbook over time. */
export interface SeriesView {
  view: 'series'
  title?: string
  unit?: string
  kind: 'line' | 'bar'
  categories: string[]
  series: { label: string; values: (number | null)[]; texts: string[] }[]
  ticks: Tick[]
  source?: string
}

/** A value on an axis, and how it is written. */
export interface Tick {
  value: number
  text: string
}

/** A sentence of a document. */
export interface FactView {
  view: 'fact'
  documentId: string
  document: string
  page?: number
  quote: string
  /** Set while the document contradicts the model. */
  contradiction?: { documentSays: string; modelSays: string; severity: 'critical' | 'high' | 'medium' | 'low' }
}

export interface RiskView {
  view: 'risk'
  statement: string
  severity: 'high' | 'medium' | 'low'
  mitigant?: string
  owner?: string
  evidence: RiskEvidence[]
}

export type RiskEvidence =
  | { kind: 'metric'; metric: string; label: string; value: string }
  | { kind: 'document'; documentId: string; document: string; page?: number; quote: string }

/** A block whose numbers cannot be shown, and why: a sheet that the workbook no longer has, a model without formulas. */
export interface UnavailableView {
  view: 'unavailable'
  title?: string
  reason: string
}
