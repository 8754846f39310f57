import { naError, numError, refError, valueError } from '@deal-canvas/workbook-reader'
import { fitColumns } from '../numeric/least-squares.ts'
import { type ArrayValue, arrayOf, type Scalar } from '../value/value.ts'
import { boolean, finite } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { matrix } from './matrices.ts'
import { sum } from './summaries.ts'

/** Observations: one target, and for each variable a list of the same length. */
interface Observations {
  readonly target: readonly number[]
  readonly variables: readonly (readonly number[])[]
  /** The layout of the variables: one per column, one per row, or a single one in any shape. */
  readonly layout: 'columns' | 'rows' | 'single'
}

const columnsFrom = (rows: readonly (readonly number[])[]): number[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] as number))

const observe = (ys: Argument, xs: Argument, context: CallContext): Observations => {
  const given = matrix(ys, context)
  const target = given.flat()
  if (xs === undefined) return { target, variables: [target.map((_, n) => n + 1)], layout: 'single' }
  const known = matrix(xs, context)
  const [rows, columns] = [given.length, given[0]?.length ?? 0]
  if (known.length === rows && known[0]?.length === columns)
    return { target, variables: [known.flat()], layout: 'single' }
  if (columns === 1 && known.length === rows) return { target, variables: columnsFrom(known), layout: 'columns' }
  if (rows === 1 && known[0]?.length === columns) return { target, variables: known, layout: 'rows' }
  return fail(refError)
}

const meanOf = (values: readonly number[]): number => sum(values) / values.length

/** The regression line. With a constant, everything is measured from the means, which preserves precision. */
const fitLine = ({ target, variables }: Observations, constant: boolean) => {
  const centre = constant ? meanOf : () => 0
  const middle = centre(target)
  const means = variables.map(centre)
  const columns = variables.map((values, n) => values.map((value) => value - (means[n] as number)))
  const fit = fitColumns(
    columns,
    target.map((value) => value - middle),
  )
  const intercept = middle - sum(fit.coefficients.map((slope, n) => slope * (means[n] as number)))
  return { line: { slopes: fit.coefficients, intercept }, fit, columns, means, middle }
}

/** The statistics LINEST returns besides the line: standard errors, r², F and the sums of squares. */
const statisticsOf = (observations: Observations, constant: boolean): Scalar[][] => {
  const { line, fit, columns, means, middle } = fitLine(observations, constant)
  const { target } = observations
  const count = target.length
  const fitted = target.map((_, n) =>
    sum(columns.map((column, k) => (column[n] as number) * (line.slopes[k] as number))),
  )
  const unexplained = sum(target.map((value, n) => (value - middle - (fitted[n] as number)) ** 2))
  const explained = sum(fitted.map((value) => value ** 2))
  const freedom = count - fit.rank - (constant ? 1 : 0)
  const variance = freedom > 0 ? unexplained / freedom : 0
  const errors = fit.spreads.map((spread) => Math.sqrt(variance * spread))
  const constantError = constant ? interceptError(fit.coefficients, columns, means, variance, count) : naError
  const ratio = unexplained === 0 || freedom === 0 ? numError : explained / fit.rank / variance
  const filled = (...values: Scalar[]): Scalar[] =>
    Array.from({ length: line.slopes.length + 1 }, (_, n) => (n < values.length ? (values[n] as Scalar) : naError))
  return [
    [...errors.reverse(), constantError],
    filled(explained + unexplained === 0 ? 1 : explained / (explained + unexplained), Math.sqrt(variance)),
    filled(ratio, freedom),
    filled(explained, unexplained),
  ]
}

/** The standard error of the constant: that of the mean, and that of the slopes carried to the origin. */
const interceptError = (
  slopes: readonly number[],
  columns: readonly (readonly number[])[],
  means: readonly number[],
  variance: number,
  count: number,
): number => {
  const shifted = columns.map((column, n) => column.map((value) => value + (means[n] as number)))
  const ones = new Array<number>(count).fill(1)
  const used = shifted.filter((_, n) => slopes[n] !== 0)
  const { spreads } = fitColumns([...used, ones], ones)
  return Math.sqrt(variance * (spreads.at(-1) ?? 0))
}

const describeLine = (args: readonly Argument[], context: CallContext, exponential: boolean): ArrayValue => {
  const [ys, xs, constantGiven, statistics] = args
  const seen = observe(ys, xs, context)
  const observations = exponential ? { ...seen, target: logarithms(seen.target) } : seen
  const constant = boolean(constantGiven, true)
  const { slopes, intercept } = fitLine(observations, constant).line
  const first = [...slopes].reverse().concat(intercept)
  const rows: Scalar[][] = [exponential ? first.map((value) => finite(Math.exp(value))) : first]
  return arrayOf(boolean(statistics) ? [...rows, ...statisticsOf(observations, constant)] : rows)
}

const logarithms = (values: readonly number[]): number[] =>
  values.map((value) => (value <= 0 ? fail(numError) : Math.log(value)))

/** The line evaluated at new points, in their shape. */
const extend = (args: readonly Argument[], context: CallContext, exponential: boolean): ArrayValue => {
  const [ys, xs, places, constantGiven] = args
  const seen = observe(ys, xs, context)
  const observations = exponential ? { ...seen, target: logarithms(seen.target) } : seen
  const { line, means, middle } = fitLine(observations, boolean(constantGiven, true))
  const value = (at: readonly number[]): number => {
    const found = middle + sum(line.slopes.map((slope, n) => slope * ((at[n] as number) - (means[n] as number))))
    return finite(exponential ? Math.exp(found) : found)
  }
  const wanted = places ?? xs
  const given = wanted === undefined ? defaultPlaces(ys, context) : matrix(wanted, context)
  if (seen.layout === 'single') return arrayOf(given.map((row) => row.map((x) => value([x]))))
  const points = seen.layout === 'columns' ? given : columnsFrom(given)
  if (points[0]?.length !== seen.variables.length) return fail(refError)
  const results = points.map(value)
  return arrayOf(seen.layout === 'columns' ? results.map((result) => [result]) : [results])
}

/** 1, 2, 3… in the shape of the known values. */
const defaultPlaces = (ys: Argument, context: CallContext): number[][] => {
  const known = matrix(ys, context)
  const columns = known[0]?.length ?? fail(valueError)
  return known.map((row, n) => row.map((_, column) => n * columns + column + 1))
}

export const multipleRegressionFunctions: FunctionDefinition[] = [
  define('LINEST', 'aa?v?v?', (args, context) => describeLine(args, context, false)),
  define('LOGEST', 'aa?v?v?', (args, context) => describeLine(args, context, true)),
  define('TREND', 'aa?a?v?', (args, context) => extend(args, context, false)),
  define('GROWTH', 'aa?a?v?', (args, context) => extend(args, context, true)),
]
