import { divError, naError, valueError } from '@deal-canvas/workbook-reader'
import { type ArrayValue, columnsOf, isError, isReference, rowsOf } from '../value/value.ts'
import { array, numbers } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { areaOf, itemOf } from './grid.ts'

interface Sized {
  readonly rows: number
  readonly columns: number
  /** The values that were read: empty cells at the end of a range may be missing. */
  readonly read: ArrayValue
  readonly isRange: boolean
}

const sized = (arg: Argument, context: CallContext): Sized => {
  const read = array(arg, context)
  if (arg === undefined || !isReference(arg)) return { rows: read.rows, columns: read.columns, read, isRange: false }
  const area = areaOf(arg)
  return { rows: rowsOf(area), columns: columnsOf(area), read, isRange: true }
}

/** Arrays computed from a range may also lack its empty end: next to such an array, the size that was read counts. */
const haveSameSize = (a: Sized, b: Sized): boolean => {
  if (a.rows === b.rows && a.columns === b.columns) return true
  return a.isRange !== b.isRange && a.read.rows === b.read.rows && a.read.columns === b.read.columns
}

/** Products of items at the same position; everything but numbers counts as 0. */
const sumOfProducts = (args: readonly Argument[], context: CallContext): number => {
  const all = args.map((arg) => sized(arg, context))
  const [first] = all
  if (first === undefined || all.some((array) => !haveSameSize(first, array))) return fail(valueError)
  for (const { read } of all) for (const item of read.items) if (isError(item)) return fail(item)
  // Single cells are values, so that text is an error, not 0.
  if (first.rows * first.columns === 1 && all.some(({ read }) => typeof read.items[0] === 'string'))
    return fail(valueError)
  const rows = Math.min(...all.map(({ read }) => read.rows))
  const columns = Math.min(...all.map(({ read }) => read.columns))
  let sum = 0
  // Most often a single product of conditions, already computed item by item.
  if (all.length === 1) {
    for (const item of first.read.items) if (typeof item === 'number') sum += item
    return sum
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let product = 1
      for (const { read } of all) {
        const item = itemOf(read, row, column)
        product *= typeof item === 'number' ? item : 0
      }
      sum += product
    }
  }
  return sum
}

/** Pairs of numbers at the same position of two arrays of the same size; pairs with anything else are skipped. */
export const pairs = (first: Argument, second: Argument, context: CallContext): (readonly [number, number])[] => {
  const [a, b] = [sized(first, context), sized(second, context)]
  if (a.rows * a.columns !== b.rows * b.columns) return fail(naError)
  const found: [number, number][] = []
  const rows = a.columns === b.columns ? Math.max(a.read.rows, b.read.rows) : a.rows
  for (let n = 0; n < rows * a.columns; n++) {
    const [x, y] = [itemNumber(a, n), itemNumber(b, n)]
    if (isError(x)) return fail(x)
    if (isError(y)) return fail(y)
    if (typeof x === 'number' && typeof y === 'number') found.push([x, y])
  }
  return found
}

/** The n-th item, row by row, of the full size. */
const itemNumber = ({ columns, read }: Sized, n: number) => {
  const [row, column] = [Math.floor(n / columns), n % columns]
  return row < read.rows && column < read.columns ? itemOf(read, row, column) : null
}

const sumOfPairs = (name: string, term: (x: number, y: number) => number): FunctionDefinition =>
  define(name, 'aa', ([first, second], context) => {
    const found = pairs(first, second, context)
    return found.length === 0 ? fail(divError) : found.reduce((sum, [x, y]) => sum + term(x, y), 0)
  })

export const sumOfProductFunctions: FunctionDefinition[] = [
  define('SUMPRODUCT', 'a*', sumOfProducts),
  define('SUMSQ', 'r*', (args, context) => numbers(args, context).reduce((sum, value) => sum + value * value, 0)),
  sumOfPairs('SUMX2MY2', (x, y) => x * x - y * y),
  sumOfPairs('SUMX2PY2', (x, y) => x * x + y * y),
  sumOfPairs('SUMXMY2', (x, y) => (x - y) ** 2),
]
