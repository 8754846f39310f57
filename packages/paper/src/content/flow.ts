import type { ChartView } from '@deal-canvas/memo'

/** A piece of text in one style. */
export interface Run {
  text: string
  bold?: boolean
  italic?: boolean
  code?: boolean
  /** Misses a hurdle or covenant. */
  breached?: boolean
  quiet?: boolean
  /** An address on the web. */
  link?: string
  /** The number of a source, above the line; `text` is that number. */
  source?: number
}

/** What both PDF and Word draw, in reading order. */
export type FlowItem =
  | { kind: 'heading'; level: number; runs: Run[] }
  | Paragraph
  | { kind: 'rule' }
  | PrintedTable
  | { kind: 'kpis'; items: { label: string; value: Run[]; note?: Run[] }[] }
  | { kind: 'chart'; view: ChartView }
  | { kind: 'callout'; tone: 'warning' | 'quiet'; title?: Run[]; paragraphs: Run[][] }

export interface Paragraph {
  kind: 'paragraph'
  runs: Run[]
  style: 'body' | 'quote' | 'code' | 'note' | 'caption'
  /** How deep in lists and quotes. */
  indent: number
  /** `•` or `3.`, on the first paragraph of a list item. */
  marker?: string
}

export interface PrintedTable {
  kind: 'table'
  columns: { label: Run[]; align: 'left' | 'right' | 'center' }[]
  rows: PrintedRow[]
  /** The sensitivity grid, with a frame around each cell. */
  heat?: boolean
}

export interface PrintedRow {
  cells: PrintedCell[]
  total?: boolean
  heading?: boolean
}

export interface PrintedCell {
  runs: Run[]
  fill?: 'breach' | 'header'
  framed?: boolean
}
