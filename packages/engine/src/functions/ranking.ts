import { naError, numError, valueError } from '@deal-canvas/workbook-reader'
import { floor15 } from '../numeric/decimal.ts'
import { arrayOf, isError, isReference } from '../value/value.ts'
import { array, integer, number, numbers } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import {
  kthLargest,
  kthSmallest,
  mean,
  median,
  mode,
  modes,
  percentile,
  percentileExclusive,
  sorted,
  sum,
} from './summaries.ts'
import { pairs } from './sums-of-products.ts'

/** A function of a list of numbers and one number. */
const ofListAndNumber = (
  compute: (values: readonly number[], by: number) => number,
  ...names: readonly string[]
): FunctionDefinition[] =>
  names.map((name) => define(name, 'rv', ([list, by], context) => compute(numbers([list], context), number(by))))

/** The share of the list below a value; interpolated between two values of the list. */
const percentRank = (values: readonly number[], x: number, places: number, exclusive: boolean): number => {
  if (values.length === 0 || places < 1) return fail(numError)
  const list = sorted(values)
  const count = list.length
  const [first = 0, last = 0] = [list[0], list[count - 1]]
  if (x < first || x > last) return fail(naError)
  let below = 0
  while ((list[below] ?? x) < x) below += 1
  const next = list[below] ?? x
  const before = list[below - 1] ?? next
  const place = next === x ? below : below - 1 + (x - before) / (next - before)
  const share = exclusive ? (place + 1) / (count + 1) : count === 1 ? 1 : place / (count - 1)
  return floor15(share * 10 ** places) / 10 ** places
}

const percentRankFunctions = (exclusive: boolean, ...names: readonly string[]): FunctionDefinition[] =>
  names.map((name) =>
    define(name, 'rvv?', ([list, x, places], context) =>
      percentRank(numbers([list], context), number(x), integer(places, 3), exclusive),
    ),
  )

/** The rank of a number in a list, descending or ascending; ties get the first or the mean rank. */
const rank = (args: readonly Argument[], context: CallContext, share: 'first' | 'mean'): number => {
  const [value, list, order] = args
  if (list === undefined || !isReference(list)) return fail(valueError)
  const wanted = number(value)
  const ascending = number(order) !== 0
  let [before, same] = [0, 0]
  for (const item of numbers([list], context)) {
    if (item === wanted) same += 1
    else if (item < wanted === ascending) before += 1
  }
  if (same === 0) return fail(naError)
  return share === 'first' ? before + 1 : before + (same + 1) / 2
}

const trimmedMean = (values: readonly number[], share: number): number => {
  if (values.length === 0 || share < 0 || share >= 1) return fail(numError)
  const cut = Math.floor(floor15(values.length * share) / 2)
  return mean([...sorted(values).subarray(cut, values.length - cut)])
}

/** The number of values up to each bound, and beyond the last. */
const frequency = (values: readonly number[], bounds: readonly number[]): number[] => {
  const order = bounds.map((_, n) => n).sort((a, b) => (bounds[a] as number) - (bounds[b] as number))
  const counts = new Array<number>(bounds.length + 1).fill(0)
  for (const value of values) {
    const place = order.find((n) => value <= (bounds[n] as number)) ?? bounds.length
    counts[place] = (counts[place] as number) + 1
  }
  return counts
}

const probability = (chances: readonly (readonly [number, number])[], low: number, high: number): number => {
  if (chances.some(([, chance]) => chance <= 0 || chance > 1)) return fail(numError)
  if (Math.abs(sum(chances.map(([, chance]) => chance)) - 1) > 1e-7) return fail(numError)
  return sum(chances.filter(([x]) => x >= low && x <= high).map(([, chance]) => chance))
}

/** MODE treats single cells as values: anything but numbers is then an error, not skipped. */
const modeNumbers = (args: readonly Argument[], context: CallContext): number[] =>
  args.flatMap((arg) => {
    const { items } = array(arg, context)
    if (items.length > 1 || isError(items[0])) return numbers([arg], context)
    return typeof items[0] === 'number' ? items[0] : fail(valueError)
  })

export const rankingFunctions: FunctionDefinition[] = [
  define('MEDIAN', 'r*', (args, context) => median(numbers(args, context))),
  define('MODE', 'a*', (args, context) => mode(modeNumbers(args, context))),
  define('MODE.SNGL', 'a*', (args, context) => mode(modeNumbers(args, context))),
  define('MODE.MULT', 'a*', (args, context) => arrayOf(modes(modeNumbers(args, context)).map((value) => [value]))),
  ...ofListAndNumber((values, k) => kthLargest(values, Math.ceil(k)), 'LARGE'),
  ...ofListAndNumber((values, k) => kthSmallest(values, Math.trunc(k)), 'SMALL'),
  ...ofListAndNumber(percentile, 'PERCENTILE', 'PERCENTILE.INC'),
  ...ofListAndNumber(percentileExclusive, 'PERCENTILE.EXC'),
  ...ofListAndNumber((values, quart) => percentile(values, Math.trunc(quart) / 4), 'QUARTILE', 'QUARTILE.INC'),
  ...ofListAndNumber((values, quart) => percentileExclusive(values, Math.trunc(quart) / 4), 'QUARTILE.EXC'),
  ...percentRankFunctions(false, 'PERCENTRANK', 'PERCENTRANK.INC'),
  ...percentRankFunctions(true, 'PERCENTRANK.EXC'),
  define('RANK', 'vrv?', (args, context) => rank(args, context, 'first')),
  define('RANK.EQ', 'vrv?', (args, context) => rank(args, context, 'first')),
  define('RANK.AVG', 'vrv?', (args, context) => rank(args, context, 'mean')),
  ...ofListAndNumber(trimmedMean, 'TRIMMEAN'),
  define('FREQUENCY', 'aa', ([values, bounds], context) =>
    arrayOf(frequency(numbers([values], context), numbers([bounds], context)).map((count) => [count])),
  ),
  define('PROB', 'aavv?', ([values, chances, low, high], context) =>
    probability(pairs(values, chances, context), number(low), number(high, number(low))),
  ),
]
