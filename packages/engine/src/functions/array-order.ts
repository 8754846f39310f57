import { calcError, valueError } from '@deal-canvas/workbook-reader'
import { toBoolean } from '../value/coerce.ts'
import { compareValues } from '../value/compare.ts'
import { type ArrayValue, isError, type Scalar, type Value } from '../value/value.ts'
import { array, boolean, integer } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { grid, itemOf, takeColumns, takeRows, transpose, upTo } from './grid.ts'

/** Errors sort after all other values, and empty cells always last. */
const rank = (value: Scalar): number => (value === null ? 2 : isError(value) ? 1 : 0)

const compareItems = (left: Scalar, right: Scalar, sign: number): number => {
  const [a, b] = [rank(left), rank(right)]
  if (a === 2 || b === 2) return a - b
  if (a !== b) return (a - b) * sign
  return (isError(left) && isError(right) ? left.code - right.code : compareValues(left, right)) * sign
}

interface Key {
  item(place: number): Scalar
  readonly sign: number
}

/** Indices in the order of the keys; a stable sort. */
const ordered = (length: number, keys: readonly Key[]): number[] =>
  upTo(length).sort((a, b) => {
    for (const { item, sign } of keys) {
      const order = compareItems(item(a), item(b), sign)
      if (order !== 0) return order
    }
    return a - b
  })

const direction = (value: Argument): number => {
  const sign = integer(value, 1)
  return sign === 1 || sign === -1 ? sign : fail(valueError)
}

const sort = ([from, by, order, acrossColumns]: readonly Argument[], context: CallContext): ArrayValue => {
  const across = boolean(acrossColumns)
  const given = grid(from, context)
  const whole = across ? transpose(given) : given
  const columns = by === undefined ? [1] : grid(by, context).items.map((item) => integer(item))
  const signs = order === undefined ? [1] : grid(order, context).items.map(direction)
  if (columns.some((column) => column < 1 || column > whole.columns)) fail(valueError)
  if (signs.length > 1 && signs.length !== columns.length) fail(valueError)
  const keys = columns.map((column, n) => ({
    item: (row: number) => itemOf(whole, row, column - 1),
    sign: signs[n] ?? signs[0] ?? 1,
  }))
  const sorted = takeRows(whole, ordered(whole.rows, keys))
  return across ? transpose(sorted) : sorted
}

/** Whether a list has an item for each line. Arrays computed from a range end with its sheet's used range. */
const isAsLong = (list: ArrayValue, from: Argument, side: 'rows' | 'columns', context: CallContext): boolean =>
  list.items.length === grid(from, context)[side] || list.items.length === array(from, context)[side]

const sortBy = ([from, ...pairs]: readonly Argument[], context: CallContext): ArrayValue => {
  const whole = grid(from, context)
  const lists = pairs.filter((_, n) => n % 2 === 0).map((list) => grid(list, context))
  const [first] = lists
  if (first === undefined) return fail(valueError)
  const down = first.columns === 1 && (first.rows > 1 || whole.rows === 1)
  const length = down ? whole.rows : whole.columns
  const keys = lists.map((list, n) => {
    if ((down ? list.columns : list.rows) !== 1 || !isAsLong(list, from, down ? 'rows' : 'columns', context))
      fail(valueError)
    return { item: (place: number) => list.items[place] ?? null, sign: direction(pairs[2 * n + 1]) }
  })
  const places = ordered(length, keys)
  return down ? takeRows(whole, places) : takeColumns(whole, places)
}

const filter = ([from, include, otherwise]: readonly Argument[], context: CallContext): Value => {
  const whole = grid(from, context)
  const test = grid(include, context)
  const down = test.columns === 1 && (test.rows > 1 || whole.rows === 1)
  if ((test.columns > 1 && test.rows > 1) || !isAsLong(test, from, down ? 'rows' : 'columns', context)) fail(valueError)
  const kept = upTo(test.items.length).filter((place) => {
    const holds = toBoolean(test.items[place] ?? null)
    return typeof holds === 'boolean' ? holds : fail(holds)
  })
  if (kept.length === 0) return otherwise ?? fail(calcError)
  return down ? takeRows(whole, kept) : takeColumns(whole, kept)
}

/** The key by which two lines are equal: numbers by value, texts case-insensitively. */
const keyOf = (line: readonly Scalar[]): string =>
  JSON.stringify(
    line.map((item) => (typeof item === 'string' ? item.toLowerCase() : isError(item) ? [item.error] : item)),
  )

const unique = ([from, byColumn, once]: readonly Argument[], context: CallContext): ArrayValue => {
  const across = boolean(byColumn)
  const given = grid(from, context)
  const whole = across ? transpose(given) : given
  const groups = new Map<string, number[]>()
  for (const row of upTo(whole.rows)) {
    const key = keyOf(whole.items.slice(row * whole.columns, (row + 1) * whole.columns))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  const kept = [...groups.values()].filter((group) => !boolean(once) || group.length === 1)
  const found = takeRows(
    whole,
    kept.map(([row = 0]) => row),
  )
  return across ? transpose(found) : found
}

export const arrayOrderFunctions: FunctionDefinition[] = [
  define('SORT', 'ar?r?v?', sort),
  define('SORTBY', 'aa*v', sortBy),
  define('FILTER', 'aar?', filter),
  define('UNIQUE', 'av?v?', unique),
]
