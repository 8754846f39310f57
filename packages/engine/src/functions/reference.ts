import { columnName, lastColumn, lastRow, refError, valueError } from '@deal-canvas/workbook-reader'
import { type Area, columnsOf, isError, isReference, type Reference, rowsOf, type Value } from '../value/value.ts'
import { array, boolean, integer, scalar, text } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { areaOf, given, itemOf, makeArray, takeColumns, takeRows } from './grid.ts'

const reference = (arg: Argument): Reference => {
  if (arg !== undefined && isReference(arg)) return arg
  return fail(arg !== undefined && isError(arg) ? arg : valueError)
}

/** A rectangle of cells, if it lies on the sheet. */
const onSheet = (area: Area): Reference =>
  area.top < 0 || area.left < 0 || area.bottom > lastRow || area.right > lastColumn ? fail(refError) : { areas: [area] }

/** Row and column of INDEX; 0 means all of them, and a single number counts along a single row. */
const placeOf = (args: readonly Argument[], rows: number, columns: number): [row: number, column: number] => {
  const first = integer(args[1])
  const [row, column] = args.length < 3 && rows === 1 && columns > 1 ? [0, first] : [first, integer(args[2])]
  if (row < 0 || column < 0) fail(valueError)
  return row > rows || column > columns ? fail(refError) : [row, column]
}

const indexOfCells = (area: Area, args: readonly Argument[]): Reference => {
  const [row, column] = placeOf(args, rowsOf(area), columnsOf(area))
  const [top, left] = [area.top + row - 1, area.left + column - 1]
  return {
    areas: [
      {
        sheet: area.sheet,
        ...(row === 0 ? { top: area.top, bottom: area.bottom } : { top, bottom: top }),
        ...(column === 0 ? { left: area.left, right: area.right } : { left, right: left }),
      },
    ],
  }
}

const index = (args: readonly Argument[], context: CallContext): Value => {
  const [from] = args
  if (from !== undefined && isReference(from)) {
    const area = from.areas[integer(args[3], 1) - 1] ?? fail(refError)
    return indexOfCells(area, args)
  }
  const whole = array(from, context)
  const [row, column] = placeOf(args, whole.rows, whole.columns)
  if (row > 0 && column > 0) return itemOf(whole, row - 1, column - 1)
  if (row > 0) return whole.columns === 1 ? itemOf(whole, row - 1, 0) : takeRows(whole, [row - 1])
  if (column > 0) return whole.rows === 1 ? itemOf(whole, 0, column - 1) : takeColumns(whole, [column - 1])
  return whole
}

/** One side of a rectangle of the given length; a negative length extends backwards. */
const side = (start: number, length: number): [first: number, last: number] => {
  if (length === 0) fail(refError)
  return length > 0 ? [start, start + length - 1] : [start + length + 1, start]
}

const offset = ([from, down, across, height, width]: readonly Argument[]): Reference => {
  const area = areaOf(reference(from))
  const [top, bottom] = side(area.top + integer(down), integer(height, rowsOf(area)))
  const [left, right] = side(area.left + integer(across), integer(width, columnsOf(area)))
  return onSheet({ sheet: area.sheet, top, left, bottom, right })
}

const r1c1 = /^R(\[-?\d+\]|\d*)C(\[-?\d+\]|\d*)$/i

/** An R1C1 cell in A1 style; numbers in brackets are relative to the cell of the formula. */
const toA1 = (cell: string, { row, column }: CallContext): string => {
  const parts = r1c1.exec(cell) ?? fail(refError)
  const place = (given = '', own: number): number =>
    given === '' ? own : given.startsWith('[') ? own + Number(given.slice(1, -1)) : Number(given) - 1
  const at = { row: place(parts[1], row), column: place(parts[2], column) }
  if (at.row < 0 || at.column < 0 || at.row > lastRow || at.column > lastColumn) fail(refError)
  return `${columnName(at.column)}${at.row + 1}`
}

const zerosBeforeRow = /^(\$?(?:[a-z]{1,3})?\$?)0+(?=[1-9])/i

/** An address unchanged, or as `A1` if written as `A01`. */
const resolved = (address: string, context: CallContext): Reference => {
  const found = context.resolve(address)
  if (found !== undefined) return found
  const sheet = address.lastIndexOf('!') + 1
  const cells = address.slice(sheet).split(':')
  const plain = cells.map((cell) => cell.replace(zerosBeforeRow, '$1')).join(':')
  return context.resolve(address.slice(0, sheet) + plain) ?? fail(refError)
}

const indirect = (args: readonly Argument[], context: CallContext): Reference => {
  const given = text(args[0])
  if (boolean(args[1], true)) return resolved(given, context)
  const sheet = given.lastIndexOf('!') + 1
  const cells = given.slice(sheet).split(':')
  return context.resolve(given.slice(0, sheet) + cells.map((cell) => toA1(cell, context)).join(':')) ?? fail(refError)
}

/** The row or column numbers of a reference; without one, of the cell of the formula. */
const numbering = (
  name: string,
  own: (context: CallContext) => number,
  list: (area: Area) => Value,
): FunctionDefinition =>
  define(name, 'r?', ([from], context) => (from === undefined ? own(context) + 1 : list(areaOf(reference(from)))))

const size = (name: string, ofArea: (area: Area) => number, side: 'rows' | 'columns'): FunctionDefinition =>
  define(name, 'r', ([from], context) =>
    from !== undefined && isReference(from) ? ofArea(areaOf(from)) : array(sound(from), context)[side],
  )

/** Any value but an error. */
const sound = (arg: Argument): Argument => (arg !== undefined && isError(arg) ? fail(arg) : arg)

const addressText = (args: readonly Argument[]): string => {
  const [row, column, kind] = [integer(args[0]), integer(args[1]), integer(args[2], 1)]
  const a1 = boolean(args[3], true)
  if (kind < 1 || kind > 4) fail(valueError)
  const [fixedRow, fixedColumn] = [kind === 1 || kind === 2, kind === 1 || kind === 3]
  const within = (value: number, last: number, fixed: boolean): boolean =>
    a1 || fixed ? value >= 1 && value <= last + 1 : Math.abs(value) <= last
  if (!within(row, lastRow, fixedRow) || !within(column, lastColumn, fixedColumn)) fail(valueError)
  const relative = (letter: string, value: number, fixed: boolean): string =>
    fixed ? `${letter}${value}` : value === 0 ? letter : `${letter}[${value}]`
  const cell = a1
    ? `${fixedColumn ? '$' : ''}${columnName(column - 1)}${fixedRow ? '$' : ''}${row}`
    : relative('R', row, fixedRow) + relative('C', column, fixedColumn)
  if (args[4] === undefined) return given(args, 4) === undefined ? cell : `!${cell}`
  const sheet = text(args[4])
  const plain = /^(?:\[[^\]]*\])?[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) || sheet === ''
  return `${plain ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${cell}`
}

export const referenceFunctions: FunctionDefinition[] = [
  define('INDEX', 'av?v?v?', index),
  define('OFFSET', 'rvvv?v?', offset),
  define('INDIRECT', 'vv?', indirect),
  numbering(
    'ROW',
    ({ row }) => row,
    (area) => makeArray(rowsOf(area), 1, (row) => area.top + row + 1),
  ),
  numbering(
    'COLUMN',
    ({ column }) => column,
    (area) => makeArray(1, columnsOf(area), (_, column) => area.left + column + 1),
  ),
  size('ROWS', rowsOf, 'rows'),
  size('COLUMNS', columnsOf, 'columns'),
  define('AREAS', 'r', ([from]) => reference(from).areas.length),
  define('ADDRESS', 'vvv?v?v?', addressText),
  define('HYPERLINK', 'vv?', (args) => scalar(args[1] === undefined ? args[0] : args[1])),
  define('GETPIVOTDATA', 'vrv*', () => fail(refError)),
]
