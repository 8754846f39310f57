import { calcError, valueError } from '@deal-canvas/workbook-reader'
import { type ArrayValue, isLambda, isReference, type LambdaValue, type Scalar, type Value } from '../value/value.ts'
import { integer, lambda } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { areaOf, grid, itemOf, makeArray, settled, takeColumns, takeRows } from './grid.ts'

const taking = (arg: Argument, parameters: number): LambdaValue => {
  const made = lambda(arg)
  return made.parameters === parameters ? made : fail(valueError)
}

/** The result of a LAMBDA if only one value fits. */
const single = (value: Value, context: CallContext): Scalar => {
  if (isLambda(value)) return calcError
  const found = settled(value, context)
  if (found === null || typeof found !== 'object' || 'error' in found) return found
  return found.items.length === 1 ? (found.items[0] ?? null) : calcError
}

/** A row or column passed to a LAMBDA: a reference if a range was given. */
const lineOf = (from: Argument, whole: ArrayValue, place: number, byRow: boolean): Value => {
  if (from === undefined || !isReference(from)) return byRow ? takeRows(whole, [place]) : takeColumns(whole, [place])
  const area = areaOf(from)
  const [row, column] = [area.top + place, area.left + place]
  return { areas: [byRow ? { ...area, top: row, bottom: row } : { ...area, left: column, right: column }] }
}

const map = (args: readonly Argument[], context: CallContext): ArrayValue => {
  const arrays = args.slice(0, -1).map((arg) => grid(arg, context))
  const compute = taking(args.at(-1), arrays.length)
  const rows = Math.max(...arrays.map((array) => array.rows))
  const columns = Math.max(...arrays.map((array) => array.columns))
  if (arrays.some((array) => array.rows !== rows || array.columns !== columns)) fail(valueError)
  return makeArray(rows, columns, (row, column) =>
    single(compute.call(...arrays.map((array) => itemOf(array, row, column))), context),
  )
}

/** Every step of an accumulation; without an initial value the first item is one. */
const steps = (
  [start, from, step]: readonly Argument[],
  context: CallContext,
): { whole: ArrayValue; values: Value[] } => {
  const whole = grid(from, context)
  const compute = taking(step, 2)
  const values: Value[] = []
  let sum: Value | undefined = start
  for (const item of whole.items) {
    sum = sum === undefined ? item : compute.call(sum, item)
    values.push(sum)
  }
  return { whole, values }
}

export const arrayLambdaFunctions: FunctionDefinition[] = [
  define('MAP', 'a*', map),
  define('BYROW', 'ar', ([from, compute], context) => {
    const whole = grid(from, context)
    const made = taking(compute, 1)
    return makeArray(whole.rows, 1, (row) => single(made.call(lineOf(from, whole, row, true)), context))
  }),
  define('BYCOL', 'ar', ([from, compute], context) => {
    const whole = grid(from, context)
    const made = taking(compute, 1)
    return makeArray(1, whole.columns, (_, column) => single(made.call(lineOf(from, whole, column, false)), context))
  }),
  define('SCAN', 'rar', (args, context) => {
    const { whole, values } = steps(args, context)
    return { ...whole, items: values.map((value) => single(value, context)) }
  }),
  define('REDUCE', 'rar', (args, context) => steps(args, context).values.at(-1) ?? fail(calcError)),
  define('MAKEARRAY', 'vvr', ([rows, columns, compute], context) => {
    const made = taking(compute, 2)
    const [height, width] = [integer(rows), integer(columns)]
    if (height < 1 || width < 1) fail(valueError)
    return makeArray(height, width, (row, column) => single(made.call(row + 1, column + 1), context))
  }),
]
