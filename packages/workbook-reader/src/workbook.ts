import type { Area, Scalar } from './value.ts'

/** A cell as stored in the file. */
export interface WorkbookCell {
  readonly row: number
  readonly column: number
  /** The value that the author's program computed or that was typed in; null if empty. */
  readonly value: Scalar
  /** Without the leading `=`. */
  readonly formula?: string
  /** The area of an array formula; set in its first cell. */
  readonly array?: { readonly area: Area; readonly dynamic: boolean }
  /** Set in the other cells of an array formula, which get their values from the first. */
  readonly fromArray?: boolean
  /** The number format, such as `0.00%`. */
  readonly format?: string
  /** Set if the file has no cached value for the formula: `value` was computed here, so it cannot be verified. */
  readonly isUncached?: true
}

/** An Excel data table: its cells are the formulas on its edges with one or two inputs replaced. */
export interface DataTable {
  readonly area: Area
  /** The cell that receives the values of the top row. */
  readonly rowInput: { readonly row: number; readonly column: number } | undefined
  /** The cell that receives the values of the left column. */
  readonly columnInput: { readonly row: number; readonly column: number } | undefined
}

/** Consecutive rows or columns, both bounds inclusive. */
export interface Span {
  readonly first: number
  readonly last: number
}

export interface WorkbookSheet {
  readonly name: string
  readonly hidden: boolean
  readonly cells: readonly WorkbookCell[]
  readonly dataTables: readonly DataTable[]
  /** Typed cells so far from all others that they are excluded from the calculation. */
  readonly strays?: readonly WorkbookCell[]
  /** Ascending and disjoint. */
  readonly hiddenRows?: readonly Span[]
  readonly hiddenColumns?: readonly Span[]
  /** Rows under an active filter: hidden rows among them were filtered out. */
  readonly filteredRows?: readonly Span[]
}

export interface DefinedName {
  readonly name: string
  /** The sheet it is limited to; undefined for the whole workbook. */
  readonly sheet: number | undefined
  readonly formula: string
}

export interface WorkbookTable {
  readonly name: string
  readonly area: Area
  readonly columns: readonly string[]
  readonly headerRows: number
  readonly totalsRows: number
  /** True if its filter is active: its hidden rows were filtered out. */
  readonly isFiltered?: boolean
}

/** How circular references are iterated, if the workbook allows them. */
export interface Iteration {
  readonly rounds: number
  readonly change: number
}

/** When the author's program recalculates. */
export interface CalculationSettings {
  readonly mode: 'automatic' | 'automatic_but_tables' | 'manual'
  /** True if the author's program should recalculate everything on load: cached values may be outdated. */
  readonly fullOnLoad: boolean
}

/** Another file that formulas refer to as `[1]` and so on, in list order. */
export interface ExternalLink {
  /** The address as stored in the workbook: a path or a URL; '' if it is missing. */
  readonly target: string
  /** The last segment of the address. */
  readonly fileName: string
  /** The cached cells that formulas read. */
  readonly sheets?: readonly ExternalSheet[]
}

/** A sheet of another workbook, with the cell values when they were last read. */
export interface ExternalSheet {
  readonly name: string
  readonly cells: readonly { readonly row: number; readonly column: number; readonly value: Scalar }[]
}

/** Everything in a file that its numbers depend on. */
export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly names: readonly DefinedName[]
  readonly tables: readonly WorkbookTable[]
  /** True if dates use the 1904 system. */
  readonly date1904: boolean
  readonly iteration: Iteration | undefined
  readonly calculation?: CalculationSettings
  readonly externalLinks?: readonly ExternalLink[]
  /** When it was last saved, as a serial date of the 1900 system in UTC. */
  readonly savedAt?: number
}
