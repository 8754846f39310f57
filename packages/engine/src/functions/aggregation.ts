import { toNumber } from '../value/coerce.ts'
import { columnsOf, isArray, isError, isReference, rowsOf, type Scalar } from '../value/value.ts'
import { eachValue, numbers, numbersCountingText } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition } from './definition.ts'
import { largest, mean, product, smallest, sum } from './summaries.ts'

const ofNumbers = (name: string, compute: (values: readonly number[]) => number): FunctionDefinition =>
  define(name, 'r*', (args, context) => compute(numbers(args, context)))

const ofAllValues = (name: string, compute: (values: readonly number[]) => number): FunctionDefinition =>
  define(name, 'r*', (args, context) => compute(numbersCountingText(args, context)))

/** Numbers; a literal argument can also be text that reads as a number. */
const isCounted = (value: Scalar, fromCells: boolean): boolean =>
  typeof value === 'number' || (!fromCells && typeof toNumber(value) === 'number')

const countWhere =
  (holds: (value: Scalar, fromCells: boolean) => boolean) =>
  (args: readonly Argument[], context: CallContext): number => {
    let count = 0
    eachValue(args, context, (value, fromCells) => {
      if (holds(value, fromCells)) count += 1
    })
    return count
  }

export const countNumbers = countWhere(isCounted)
export const countValues = countWhere((value, fromCells) => value !== null || !fromCells)
const countFilled = countWhere((value) => value !== null && value !== '')

const cellsOf = (arg: Argument): number => {
  if (arg === undefined || !(isReference(arg) || isArray(arg))) return 1
  if (isArray(arg)) return arg.rows * arg.columns
  return arg.areas.reduce((count, area) => count + rowsOf(area) * columnsOf(area), 0)
}

export const aggregationFunctions: FunctionDefinition[] = [
  ofNumbers('SUM', sum),
  ofNumbers('PRODUCT', product),
  ofNumbers('AVERAGE', mean),
  ofNumbers('MAX', largest),
  ofNumbers('MIN', smallest),
  ofAllValues('AVERAGEA', mean),
  ofAllValues('MAXA', largest),
  ofAllValues('MINA', smallest),
  define('COUNT', 'r*', countNumbers),
  define('COUNTA', 'r*', countValues),
  define('COUNTBLANK', 'r', (args, context) =>
    isError(args[0]) ? args[0] : cellsOf(args[0]) - countFilled(args, context),
  ),
]
