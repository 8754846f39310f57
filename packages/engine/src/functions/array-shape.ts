import { calcError, naError, valueError } from '@deal-canvas/workbook-reader'
import { type ArrayValue, isError, type Scalar } from '../value/value.ts'
import { boolean, integer, number, scalar } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { grid, itemOf, makeArray, takeColumns, takeRows, transpose, upTo } from './grid.ts'

/** A valid array size. */
const count = (arg: Argument, otherwise: number): number => {
  const size = integer(arg, otherwise)
  if (size < 0) fail(valueError)
  return size === 0 ? fail(calcError) : size
}

const sequence = ([rows, columns, start, step]: readonly Argument[]): ArrayValue => {
  const [height, width] = [count(rows, 1), count(columns, 1)]
  const [first, by] = [number(start, 1), number(step, 1)]
  return makeArray(height, width, (row, column) => first + (row * width + column) * by)
}

const randomArray = ([rows, columns, low, high, whole]: readonly Argument[], context: CallContext): ArrayValue => {
  const [height, width] = [count(rows, 1), count(columns, 1)]
  const [from, to] = [number(low, 0), number(high, 1)]
  const integers = boolean(whole)
  if (from > to || (integers && !(Number.isInteger(from) && Number.isInteger(to)))) fail(valueError)
  return makeArray(height, width, () => {
    const draw = context.random()
    return integers ? from + Math.floor(draw * (to - from + 1)) : from + draw * (to - from)
  })
}

/** The indices kept out of the given count: the first ones, or the last ones for a negative number. */
const kept = (length: number, arg: Argument, drop: boolean): number[] => {
  if (arg === undefined) return upTo(length)
  const asked = integer(arg)
  if (!drop && asked === 0) fail(calcError)
  const size = Math.min(Math.abs(asked), length)
  const places = upTo(length)
  if (drop) return asked < 0 ? places.slice(0, length - size) : places.slice(size)
  return asked < 0 ? places.slice(length - size) : places.slice(0, size)
}

const part = (name: string, drop: boolean): FunctionDefinition =>
  define(name, 'avv?', ([from, rows, columns], context) => {
    const whole = grid(from, context)
    return takeColumns(takeRows(whole, kept(whole.rows, rows, drop)), kept(whole.columns, columns, drop))
  })

/** Chosen lines, counted from 1, or from the end if negative. */
const chosen = (args: readonly Argument[], length: number, context: CallContext): number[] =>
  args.flatMap((arg) =>
    grid(arg, context).items.map((item) => {
      const place = integer(item)
      if (place === 0 || Math.abs(place) > length) fail(valueError)
      return place > 0 ? place - 1 : length + place
    }),
  )

const expand = ([from, rows, columns, pad]: readonly Argument[], context: CallContext): ArrayValue => {
  const whole = grid(from, context)
  const [height, width] = [integer(rows, whole.rows), integer(columns, whole.columns)]
  if (height < whole.rows || width < whole.columns) fail(valueError)
  const filling = pad === undefined ? naError : scalar(pad)
  return makeArray(height, width, (row, column) =>
    row < whole.rows && column < whole.columns ? itemOf(whole, row, column) : filling,
  )
}

/** Stacks arrays vertically; narrower ones are padded with #N/A. */
const stacked = (parts: readonly ArrayValue[]): ArrayValue => {
  const width = Math.max(...parts.map(({ columns }) => columns))
  const lines = parts.flatMap((part) => upTo(part.rows).map((row) => ({ part, row })))
  return makeArray(lines.length, width, (at, column) => {
    const line = lines[at]
    return line !== undefined && column < line.part.columns ? itemOf(line.part, line.row, column) : naError
  })
}

/** All items as a list: 1 skips empty ones, 2 errors, 3 both. */
const listed = ([from, ignore, byColumn]: readonly Argument[], context: CallContext): Scalar[] => {
  const whole = grid(from, context)
  const passing = integer(ignore)
  if (passing < 0 || passing > 3) fail(valueError)
  const { items } = boolean(byColumn) ? transpose(whole) : whole
  return items.filter((item) => !((passing & 1) !== 0 && item === null) && !((passing & 2) !== 0 && isError(item)))
}

/** A row or column wrapped into lines of one length. */
const wrapped = ([from, length, pad]: readonly Argument[], context: CallContext): ArrayValue => {
  const { rows, columns, items } = grid(from, context)
  if (rows > 1 && columns > 1) fail(valueError)
  const size = integer(length)
  if (size < 1) fail(valueError)
  const filling = pad === undefined ? naError : scalar(pad)
  return makeArray(Math.ceil(items.length / size), Math.min(size, items.length), (row, column) => {
    const item = items[row * size + column]
    return item === undefined ? filling : item
  })
}

export const arrayShapeFunctions: FunctionDefinition[] = [
  define('SEQUENCE', 'vv?v?v?', sequence),
  define('RANDARRAY', 'v?v?v?v?v?', randomArray),
  define('TRANSPOSE', 'a', ([from], context) => transpose(grid(from, context))),
  part('TAKE', false),
  part('DROP', true),
  define('EXPAND', 'avv?v?', expand),
  define('CHOOSEROWS', 'ar*', ([from, ...places], context) => {
    const whole = grid(from, context)
    return takeRows(whole, chosen(places, whole.rows, context))
  }),
  define('CHOOSECOLS', 'ar*', ([from, ...places], context) => {
    const whole = grid(from, context)
    return takeColumns(whole, chosen(places, whole.columns, context))
  }),
  define('VSTACK', 'a*', (parts, context) => stacked(parts.map((part) => grid(part, context)))),
  define('HSTACK', 'a*', (parts, context) => transpose(stacked(parts.map((item) => transpose(grid(item, context)))))),
  define('TOROW', 'av?v?', (args, context) => {
    const items = listed(args, context)
    return makeArray(1, items.length, (_, column) => items[column] ?? null)
  }),
  define('TOCOL', 'av?v?', (args, context) => {
    const items = listed(args, context)
    return makeArray(items.length, 1, (row) => items[row] ?? null)
  }),
  define('WRAPROWS', 'avv?', wrapped),
  define('WRAPCOLS', 'avv?', (args, context) => transpose(wrapped(args, context))),
]
