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
}

/** A what-if table: its cells are the formulas on its edges with one or two inputs replaced. */
export interface DataTable {
  readonly area: Area
  /** The cell that takes the values of the top row. */
  readonly rowInput: { readonly row: number; readonly column: number } | undefined
  /** The cell that takes the values of the left column. */
  readonly columnInput: { readonly row: number; readonly column: number } | undefined
}

export interface WorkbookSheet {
  readonly name: string
  readonly hidden: boolean
  readonly cells: readonly WorkbookCell[]
  readonly dataTables: readonly DataTable[]
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
}

/** How circular references are solved, where the workbook allows them. */
export interface Iteration {
  readonly rounds: number
  readonly change: number
}

/** What is read of a file: all that its numbers depend on. */
export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly names: readonly DefinedName[]
  readonly tables: readonly WorkbookTable[]
  /** Whether days are counted from 1904. */
  readonly date1904: boolean
  readonly iteration: Iteration | undefined
}
