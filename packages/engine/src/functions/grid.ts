import { calcError, numError, valueError } from '@deal-canvas/workbook-reader'
import {
  type Area,
  type ArrayValue,
  columnsOf,
  isArray,
  isReference,
  type Reference,
  rowsOf,
  type Scalar,
  type Value,
} from '../value/value.ts'
import { array } from './arguments.ts'
import { type Argument, type CallContext, fail } from './definition.ts'

/** Maximum number of items: more would exhaust the memory. */
const maxItems = 4_000_000

/** An array created item by item; an empty one is an error. */
export const makeArray = (rows: number, columns: number, item: (row: number, column: number) => Scalar): ArrayValue => {
  if (rows < 1 || columns < 1) fail(calcError)
  if (rows * columns > maxItems) fail(numError)
  const items: Scalar[] = new Array(rows * columns)
  for (let row = 0, n = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) items[n++] = item(row, column)
  return { rows, columns, items }
}

/** The item at a position inside the array. */
export const itemOf = ({ columns, items }: ArrayValue, row: number, column: number): Scalar =>
  items[row * columns + column] ?? null

/** The only rectangle of a reference; several are #VALUE!. */
export const areaOf = ({ areas: [area, another] }: Reference): Area =>
  area === undefined || another !== undefined ? fail(valueError) : area

/** An argument as an array of its full size, including empty cells at the end of a range. */
export const grid = (arg: Argument, context: CallContext): ArrayValue => {
  const read = array(arg, context)
  if (arg === undefined || !isReference(arg)) return read
  const area = areaOf(arg)
  const [rows, columns] = [rowsOf(area), columnsOf(area)]
  if (read.rows === rows && read.columns === columns) return read
  return makeArray(rows, columns, (row, column) =>
    row < read.rows && column < read.columns ? itemOf(read, row, column) : null,
  )
}

/** Some rows of an array, in the given order. */
export const takeRows = (from: ArrayValue, rows: readonly number[]): ArrayValue =>
  makeArray(rows.length, from.columns, (row, column) => itemOf(from, rows[row] ?? 0, column))

/** Some columns of an array, in the given order. */
export const takeColumns = (from: ArrayValue, columns: readonly number[]): ArrayValue =>
  makeArray(from.rows, columns.length, (row, column) => itemOf(from, row, columns[column] ?? 0))

export const transpose = (from: ArrayValue): ArrayValue =>
  makeArray(from.columns, from.rows, (row, column) => itemOf(from, column, row))

/** The numbers from 0 up to, but not including, the count. */
export const upTo = (count: number): number[] => Array.from({ length: Math.max(0, count) }, (_, n) => n)

/** A lookup table: only the requested part of a range is read. */
export interface Table {
  readonly rows: number
  readonly columns: number
  /** The cells of a row or a column; empty ones at its end may be missing. */
  row(row: number): readonly Scalar[]
  column(column: number): readonly Scalar[]
  /** One cell: a reference if the table is one. */
  at(row: number, column: number): Value
}

const tableOfCells = (area: Area, context: CallContext): Table => ({
  rows: rowsOf(area),
  columns: columnsOf(area),
  row: (row) => context.read({ ...area, top: area.top + row, bottom: area.top + row }).items,
  column: (column) => context.read({ ...area, left: area.left + column, right: area.left + column }).items,
  at: (row, column) => {
    const [top, left] = [area.top + row, area.left + column]
    return { areas: [{ sheet: area.sheet, top, left, bottom: top, right: left }] }
  },
})

export const table = (arg: Argument, context: CallContext): Table => {
  if (arg !== undefined && isReference(arg)) return tableOfCells(areaOf(arg), context)
  const whole = array(arg, context)
  return {
    rows: whole.rows,
    columns: whole.columns,
    row: (row) => whole.items.slice(row * whole.columns, (row + 1) * whole.columns),
    column: (column) => upTo(whole.rows).map((row) => itemOf(whole, row, column)),
    at: (row, column) => itemOf(whole, row, column),
  }
}

/** The value of a lazy argument: a reference to one cell is its value, to several an array. */
export const settled = (value: Argument, context: CallContext): Scalar | ArrayValue => {
  if (value === undefined) return null
  if (isArray(value)) return value
  const whole = array(value, context)
  if (!isReference(value)) return whole.items[0] ?? null
  const { top, bottom, left, right } = areaOf(value)
  return top === bottom && left === right ? (whole.items[0] ?? null) : grid(value, context)
}

/** An argument that was given but can be empty: `f(1,)` has two. An empty one is 0, FALSE or "". */
export const given = (args: readonly Argument[], place: number): Argument =>
  args.length > place ? (args[place] ?? null) : undefined
