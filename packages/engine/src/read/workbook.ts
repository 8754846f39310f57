import type { Area, Scalar } from '../value/value.ts'

/** A cell as the file has it. */
export interface WorkbookCell {
  readonly row: number
  readonly column: number
  /** What the author's program computed, or what was typed in; null: nothing. */
  readonly value: Scalar
  /** Without the leading `=`. */
  readonly formula?: string
  /** The rectangle that one array formula fills; set in its first cell. */
  readonly array?: { readonly area: Area; readonly dynamic: boolean }
  /** Set in the other cells of an array formula: they get their values from the first. */
  readonly fromArray?: boolean
  /** The number format, such as `0.00%`. */
  readonly format?: string
  /** Set where the file has no value for the formula: `value` was computed here, so there is nothing to compare it with. */
  readonly isUncached?: true
}

/** A what-if table: its cells are the formulas on its edges with one or two inputs replaced. */
export interface DataTable {
  readonly area: Area
  /** The cell that takes the values of the top row. */
  readonly rowInput: { readonly row: number; readonly column: number } | undefined
  /** The cell that takes the values of the left column. */
  readonly columnInput: { readonly row: number; readonly column: number } | undefined
}

/** Rows or columns that follow one another, both bounds included. */
export interface Span {
  readonly first: number
  readonly last: number
}

export interface WorkbookSheet {
  readonly name: string
  readonly hidden: boolean
  readonly cells: readonly WorkbookCell[]
  readonly dataTables: readonly DataTable[]
  /** Typed cells so far away from all others that they are not computed with. */
  readonly strays?: readonly WorkbookCell[]
  /** In rising order, apart from one another. */
  readonly hiddenRows?: readonly Span[]
  readonly hiddenColumns?: readonly Span[]
  /** Rows under a filter that is set: those among them that are hidden were left out by it. */
  readonly filteredRows?: readonly Span[]
}

export interface DefinedName {
  readonly name: string
  /** The sheet it belongs to alone. */
  readonly sheet: number | undefined
  readonly formula: string
}

export interface WorkbookTable {
  readonly name: string
  readonly area: Area
  readonly columns: readonly string[]
  readonly headerRows: number
  readonly totalsRows: number
  /** Whether its filter is set: rows of it that are hidden were left out by it. */
  readonly isFiltered?: boolean
}

/** How circular references are solved, where the workbook allows them. */
export interface Iteration {
  readonly rounds: number
  readonly change: number
}

/** When the author's program computes. */
export interface CalculationSettings {
  readonly mode: 'automatic' | 'automatic_but_tables' | 'manual'
  /** Whether the author's program was to compute everything anew: what is cached may be old. */
  readonly fullOnLoad: boolean
}

/** Another file that formulas refer to, as `[1]` and so on in the order of the list. */
export interface ExternalLink {
  /** The address as the workbook has it: a path, a web address; '': it is not told. */
  readonly target: string
  /** The last part of the address. */
  readonly fileName: string
  /** What the workbook remembers of it: the cells that formulas read. */
  readonly sheets?: readonly ExternalSheet[]
}

/** A sheet of another workbook, with the values that its cells had when they were last read. */
export interface ExternalSheet {
  readonly name: string
  readonly cells: readonly { readonly row: number; readonly column: number; readonly value: Scalar }[]
}

/** What is read of a file: all that its numbers depend on. */
export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly names: readonly DefinedName[]
  readonly tables: readonly WorkbookTable[]
  /** Whether days are counted from 1904. */
  readonly date1904: boolean
  readonly iteration: Iteration | undefined
  readonly calculation?: CalculationSettings
  readonly externalLinks?: readonly ExternalLink[]
  /** When it was last saved, in days from 1900, in Greenwich. */
  readonly savedAt?: number
}
