import { formatCell, parseCell, type Workbook, type WorkbookCell } from '@deal-canvas/workbook-reader'
import type { Scalar } from '../value/value.ts'

/** A value, a formula such as `=A1+1`, or a cell with all its properties. */
export type SmallCell = Scalar | { readonly value?: Scalar; readonly formula?: string; readonly format?: string }

const cellOf = (name: string, given: SmallCell): WorkbookCell => {
  const place = parseCell(name)
  if (place === undefined) throw new RangeError(`There is no cell ${name}`)
  if (typeof given === 'string' && given.startsWith('=')) return { ...place, value: null, formula: given.slice(1) }
  if (typeof given !== 'object' || given === null || 'error' in given) return { ...place, value: given }
  const { value = null, formula, format } = given
  return {
    ...place,
    value,
    ...(formula === undefined ? {} : { formula: formula.slice(1) }),
    ...(format === undefined ? {} : { format }),
  }
}

export type SmallSheet = Readonly<Record<string, SmallCell>>

/** A workbook of a few cells, by the names of its sheets and cells. */
export const smallBook = (sheets: Readonly<Record<string, SmallSheet>>, rest: Partial<Workbook> = {}): Workbook => ({
  sheets: Object.entries(sheets).map(([name, cells]) => ({
    name,
    hidden: name.startsWith('Hidden'),
    cells: Object.entries(cells).map(([at, given]) => cellOf(at, given)),
    dataTables: [],
  })),
  names: [],
  tables: [],
  date1904: false,
  iteration: undefined,
  ...rest,
})

/** Rows of cells starting at a cell: `rowsFrom('A1', [['Rent', 1, 2]])` fills A1 to C1. */
export const rowsFrom = (first: string, rows: readonly (readonly SmallCell[])[]): SmallSheet => {
  const start = parseCell(first)
  if (start === undefined) throw new RangeError(`There is no cell ${first}`)
  return Object.fromEntries(
    rows.flatMap((row, down) =>
      row.flatMap((cell, right) =>
        cell === null ? [] : [[formatCell({ row: start.row + down, column: start.column + right }), cell]],
      ),
    ),
  )
}
