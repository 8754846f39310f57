import { numError, valueError } from '@deal-canvas/workbook-reader'
import { toText } from '../value/coerce.ts'
import { numberFromText } from '../value/number-from-text.ts'
import { type ArrayValue, isError, type Scalar } from '../value/value.ts'
import { array, integer, scalar } from './arguments.ts'
import { type Criterion, readCriterion } from './criteria.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { grid, itemOf, upTo } from './grid.ts'
import {
  largest,
  mean,
  populationDeviation,
  populationVariance,
  product,
  sampleDeviation,
  sampleVariance,
  smallest,
  sum,
} from './summaries.ts'

/** Records with field names in the first row. */
const fieldOf = ({ columns, items }: ArrayValue, name: Scalar): number => {
  const wanted = isError(name) ? name.error : String(toText(name)).toLowerCase()
  return upTo(columns).findIndex((column) => {
    const title = toText(items[column] ?? null)
    return typeof title === 'string' && title.toLowerCase() === wanted
  })
}

/** Text alone matches everything that starts with it. */
const criterionOf = (value: Scalar): Criterion => {
  if (typeof value !== 'string' || /^[<>=]/.test(value) || numberFromText(value) !== undefined)
    return readCriterion(value)
  return readCriterion(`${value}*`)
}

interface Condition {
  readonly field: number
  readonly holds: Criterion
}

/** Each row of the criteria: all its conditions must hold. A row without conditions matches every record. */
const alternatives = (records: ArrayValue, criteria: ArrayValue): Condition[][] =>
  upTo(criteria.rows - 1).map((row) =>
    upTo(criteria.columns).flatMap((column) => {
      const value = itemOf(criteria, row + 1, column)
      return value === null ? [] : [{ field: fieldOf(records, itemOf(criteria, 0, column)), holds: criterionOf(value) }]
    }),
  )

/** The rows of the records that match one of the alternatives. */
const chosen = (records: ArrayValue, criteria: ArrayValue): number[] => {
  const any = alternatives(records, criteria)
  return upTo(records.rows - 1)
    .map((row) => row + 1)
    .filter((row) =>
      any.some((all) => all.every(({ field, holds }) => field !== -1 && holds(itemOf(records, row, field)))),
    )
}

const columnOf = (records: ArrayValue, arg: Argument): number => {
  const field = scalar(arg)
  const column = typeof field === 'string' ? fieldOf(records, field) : integer(field) - 1
  return column < 0 || column >= records.columns ? fail(valueError) : column
}

/** The values of the field in the matching records. */
const values = ([from, field, conditions]: readonly Argument[], context: CallContext): Scalar[] => {
  const [records, criteria] = [array(from, context), grid(conditions, context)]
  if (records.rows < 2 || criteria.rows < 2) fail(valueError)
  const column = columnOf(records, field)
  return chosen(records, criteria).map((row) => itemOf(records, row, column))
}

const numbersOf = (found: readonly Scalar[]): number[] =>
  found.flatMap((value) => (isError(value) ? fail(value) : typeof value === 'number' ? [value] : []))

const summary = (name: string, compute: (values: readonly number[]) => number): FunctionDefinition =>
  define(name, 'rvr', (args, context) => compute(numbersOf(values(args, context))))

/** Without a field, the records themselves are counted. */
const count = (name: string, counts: (value: Scalar) => boolean): FunctionDefinition =>
  define(name, 'rvr', (args, context) => {
    const [from, field, conditions] = args
    if (field === undefined) return chosen(array(from, context), grid(conditions, context)).length
    return values(args, context).filter(counts).length
  })

export const databaseFunctions: FunctionDefinition[] = [
  summary('DSUM', sum),
  summary('DAVERAGE', mean),
  summary('DMAX', largest),
  summary('DMIN', smallest),
  summary('DPRODUCT', product),
  summary('DVAR', sampleVariance),
  summary('DVARP', populationVariance),
  summary('DSTDEV', sampleDeviation),
  summary('DSTDEVP', populationDeviation),
  count('DCOUNT', (value) => typeof value === 'number'),
  count('DCOUNTA', (value) => value !== null),
  define('DGET', 'rvr', (args, context) => {
    const [only, ...more] = values(args, context)
    if (more.length > 0) return numError
    return only === undefined ? valueError : only
  }),
]
