import { valueError } from '@deal-canvas/workbook-reader'
import { type Area, isArray, isError, isReference, type Scalar } from '../value/value.ts'
import { array, integer, number } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { itemOf } from './grid.ts'
import {
  kthLargest,
  kthSmallest,
  largest,
  mean,
  median,
  mode,
  percentile,
  percentileExclusive,
  populationDeviation,
  populationVariance,
  product,
  sampleDeviation,
  sampleVariance,
  smallest,
  sum,
} from './summaries.ts'

const onlyNumbers = (values: readonly Scalar[]): number[] =>
  values.filter((value): value is number => typeof value === 'number')

const ofNumbers =
  (compute: (values: readonly number[]) => number) =>
  (values: readonly Scalar[]): number => {
    const error = values.find((value) => isError(value))
    return isError(error) ? fail(error) : compute(onlyNumbers(values))
  }

/** The summary functions by number, from 1 on. */
const summaries: readonly ((values: readonly Scalar[]) => number)[] = [
  ofNumbers(mean),
  (values) => onlyNumbers(values).length,
  (values) => values.filter((value) => value !== null).length,
  ofNumbers(largest),
  ofNumbers(smallest),
  ofNumbers(product),
  ofNumbers(sampleDeviation),
  ofNumbers(populationDeviation),
  ofNumbers(sum),
  ofNumbers(sampleVariance),
  ofNumbers(populationVariance),
  ofNumbers(median),
  ofNumbers(mode),
]

/** The summary functions from 14 on, which take an additional number. */
const summariesByRank: readonly ((values: readonly number[], rank: number) => number)[] = [
  (values, rank) => kthLargest(values, Math.ceil(rank)),
  (values, rank) => kthSmallest(values, Math.trunc(rank)),
  percentile,
  (values, quart) => percentile(values, Math.trunc(quart) / 4),
  percentileExclusive,
  (values, quart) => percentileExclusive(values, Math.trunc(quart) / 4),
]

interface PassedOver {
  readonly nested: boolean
  readonly hidden: boolean
  readonly filtered: boolean
  readonly errors: boolean
}

const subtotalCall = /\b(?:SUBTOTAL|AGGREGATE)\s*\(/i

const valuesOfArea = (area: Area, passed: PassedOver, context: CallContext): Scalar[] => {
  const used = context.used(area)
  if (used === undefined) return []
  const read = context.read(used)
  const found: Scalar[] = []
  for (let row = 0; row < read.rows; row++) {
    if (passed.hidden && context.isHidden(used.sheet, used.top + row)) continue
    if (passed.filtered && context.isFiltered?.(used.sheet, used.top + row)) continue
    for (let column = 0; column < read.columns; column++) {
      const item = itemOf(read, row, column)
      if (item === null || (passed.errors && isError(item))) continue
      const formula = passed.nested ? context.formula(used.sheet, used.top + row, used.left + column) : undefined
      if (formula === undefined || !subtotalCall.test(formula)) found.push(item)
    }
  }
  return found
}

const valuesOf = (args: readonly Argument[], passed: PassedOver, context: CallContext): Scalar[] =>
  args.flatMap((arg) => {
    if (arg !== undefined && isReference(arg)) return arg.areas.flatMap((area) => valuesOfArea(area, passed, context))
    const { items } = array(arg, context)
    return items.filter((item) => !(passed.errors && isError(item)))
  })

const subtotal = (args: readonly Argument[], context: CallContext): number => {
  const [chosen, ...rest] = args
  const code = integer(chosen)
  const hidden = code > 100
  const summary = summaries[(hidden ? code - 100 : code) - 1]
  if (summary === undefined || (hidden ? code - 100 : code) > 11) return fail(valueError)
  if (rest.some((arg) => arg === undefined || !isReference(arg))) return fail(valueError)
  return summary(valuesOf(rest, { nested: true, hidden, filtered: true, errors: false }, context))
}

const aggregate = (args: readonly Argument[], context: CallContext): number => {
  const [chosen, option, ...rest] = args
  const [code, choice] = [integer(chosen), integer(option)]
  if (code < 1 || code > 19 || choice < 0 || choice > 7) return fail(valueError)
  const passed = {
    nested: choice < 4,
    hidden: choice % 2 === 1,
    filtered: choice % 2 === 1,
    errors: choice === 2 || choice === 3 || choice > 5,
  }
  if (code <= 13) {
    if (rest.some((arg) => arg !== undefined && isArray(arg))) return fail(valueError)
    return summaries[code - 1]?.(valuesOf(rest, passed, context)) ?? fail(valueError)
  }
  const [values, rank] = rest
  if (rest.length !== 2) return fail(valueError)
  const byRank = summariesByRank[code - 14] ?? fail(valueError)
  const rankValue = rank !== undefined && isReference(rank) ? array(rank, context) : rank
  return ofNumbers((list) => byRank(list, number(rankValue)))(valuesOf([values], passed, context))
}

export const subtotalFunctions: FunctionDefinition[] = [
  define('SUBTOTAL', 'vr*', subtotal),
  define('AGGREGATE', 'vva*', aggregate),
]
