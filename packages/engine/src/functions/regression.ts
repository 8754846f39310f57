import { divError } from '@deal-canvas/workbook-reader'
import { number } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { pairs } from './sums-of-products.ts'

/** The statistics of a list of pairs. */
interface Moments {
  readonly count: number
  readonly meanX: number
  readonly meanY: number
  /** Sums of products of the deviations from the means. */
  readonly xx: number
  readonly xy: number
  readonly yy: number
}

const momentsOf = (list: readonly (readonly [number, number])[]): Moments => {
  const count = list.length
  if (count === 0) return fail(divError)
  let [sumX, sumY] = [0, 0]
  for (const [x, y] of list) {
    sumX += x
    sumY += y
  }
  const [meanX, meanY] = [sumX / count, sumY / count]
  let [xx, xy, yy] = [0, 0, 0]
  for (const [x, y] of list) {
    xx += (x - meanX) ** 2
    xy += (x - meanX) * (y - meanY)
    yy += (y - meanY) ** 2
  }
  return { count, meanX, meanY, xx, xy, yy }
}

/** A quotient, or #DIV/0!. */
const divide = (top: number, bottom: number): number => (bottom === 0 ? fail(divError) : top / bottom)

const correlation = ({ xx, xy, yy }: Moments): number => divide(xy, Math.sqrt(xx * yy))
const slope = ({ xx, xy }: Moments): number => divide(xy, xx)
const intercept = (moments: Moments): number => moments.meanY - slope(moments) * moments.meanX

const standardError = ({ count, xx, xy, yy }: Moments): number =>
  count < 3 ? fail(divError) : Math.sqrt(Math.max(0, yy - divide(xy * xy, xx)) / (count - 2))

/** A function of two lists; Excel takes the dependent one first. */
const ofLists = (compute: (moments: Moments) => number, ...names: readonly string[]): FunctionDefinition[] =>
  names.map((name) => define(name, 'aa', ([ys, xs], context) => compute(momentsOf(pairs(xs, ys, context)))))

const forecast = ([x, ys, xs]: readonly Argument[], context: CallContext): number => {
  const at = number(x)
  const moments = momentsOf(pairs(xs, ys, context))
  return moments.meanY + slope(moments) * (at - moments.meanX)
}

export const regressionFunctions: FunctionDefinition[] = [
  ...ofLists(correlation, 'CORREL', 'PEARSON'),
  ...ofLists((moments) => correlation(moments) ** 2, 'RSQ'),
  ...ofLists(({ xy, count }) => xy / count, 'COVAR', 'COVARIANCE.P'),
  ...ofLists(({ xy, count }) => divide(xy, count - 1), 'COVARIANCE.S'),
  ...ofLists(slope, 'SLOPE'),
  ...ofLists(intercept, 'INTERCEPT'),
  ...ofLists(standardError, 'STEYX'),
  define('FORECAST', 'vaa', forecast),
  define('FORECAST.LINEAR', 'vaa', forecast),
]
