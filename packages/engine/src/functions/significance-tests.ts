import { divError, naError, numError } from '@deal-canvas/workbook-reader'
import { fisherAbove, fisherBelow, studentBeyond } from '../numeric/distributions.ts'
import { gammaAbove } from '../numeric/gamma.ts'
import { normalCumulative } from '../numeric/normal.ts'
import { integer, number, numbers } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { grid } from './grid.ts'
import { mean, populationVariance, sampleDeviation, sampleVariance } from './summaries.ts'
import { pairs } from './sums-of-products.ts'

type Run = (args: readonly Argument[], context: CallContext) => number

const named = (names: readonly string[], params: string, run: Run): FunctionDefinition[] =>
  names.map((name) => define(name, params, run))

/** The probability that the mean of the list would be larger than it is if the true mean were x. */
const zTest: Run = ([list, x, deviation], context) => {
  const values = numbers([list], context)
  if (values.length === 0) return fail(naError)
  const expected = number(x)
  const spread = deviation === undefined ? sampleDeviation(values) : number(deviation)
  if (spread === 0) return fail(deviation === undefined ? divError : numError)
  if (spread < 0) return fail(numError)
  return normalCumulative(-(mean(values) - expected) / (spread / Math.sqrt(values.length)))
}

interface Student {
  readonly t: number
  readonly freedom: number
}

const pairedTest = (list: readonly (readonly [number, number])[]): Student => {
  const differences = list.map(([a, b]) => a - b)
  const spread = sampleDeviation(differences)
  if (spread === 0) return fail(divError)
  return { t: mean(differences) / (spread / Math.sqrt(differences.length)), freedom: differences.length - 1 }
}

const pooledTest = (a: readonly number[], b: readonly number[]): Student => {
  const freedom = a.length + b.length - 2
  const squares = populationVariance(a) * a.length + populationVariance(b) * b.length
  const spread = Math.sqrt((squares / freedom) * (1 / a.length + 1 / b.length))
  return spread === 0 ? fail(divError) : { t: (mean(a) - mean(b)) / spread, freedom }
}

const unequalTest = (left: readonly number[], right: readonly number[]): Student => {
  const [a, b] = [sampleVariance(left) / left.length, sampleVariance(right) / right.length]
  if (a + b === 0) return fail(divError)
  const freedom = (a + b) ** 2 / (a ** 2 / (left.length - 1) + b ** 2 / (right.length - 1))
  return { t: (mean(left) - mean(right)) / Math.sqrt(a + b), freedom }
}

const tTest: Run = ([first, second, tails, kind], context) => {
  const [sides, type] = [integer(tails), integer(kind)]
  if ((sides !== 1 && sides !== 2) || type < 1 || type > 3) return fail(numError)
  const [sampleA, sampleB] = [numbers([first], context), numbers([second], context)]
  const found =
    type === 1
      ? pairedTest(pairs(first, second, context))
      : type === 2
        ? pooledTest(sampleA, sampleB)
        : unequalTest(sampleA, sampleB)
  return (studentBeyond(found.t, found.freedom) * sides) / 2
}

/** Twice the smaller tail of the variance ratio. */
const fTest: Run = ([first, second], context) => {
  const [sampleA, sampleB] = [numbers([first], context), numbers([second], context)]
  const [above, below] = [sampleVariance(sampleA), sampleVariance(sampleB)]
  if (above === 0 || below === 0) return fail(divError)
  const [ratio, m, n] = [above / below, sampleA.length - 1, sampleB.length - 1]
  return 2 * Math.min(fisherAbove(ratio, m, n), fisherBelow(ratio, m, n))
}

const chiSquaredTest: Run = ([actual, expected], context) => {
  const { rows, columns } = grid(actual, context)
  const wanted = grid(expected, context)
  if (rows !== wanted.rows || columns !== wanted.columns || rows * columns < 2) return fail(naError)
  let sum = 0
  for (const [found, hoped] of pairs(actual, expected, context)) {
    if (hoped === 0) return fail(divError)
    if (hoped < 0) return fail(numError)
    sum += (found - hoped) ** 2 / hoped
  }
  const freedom = rows === 1 || columns === 1 ? rows * columns - 1 : (rows - 1) * (columns - 1)
  return gammaAbove(freedom / 2, sum / 2)
}

export const significanceTestFunctions: FunctionDefinition[] = [
  ...named(['Z.TEST', 'ZTEST'], 'rvv?', zTest),
  ...named(['T.TEST', 'TTEST'], 'aavv', tTest),
  ...named(['F.TEST', 'FTEST'], 'aa', fTest),
  ...named(['CHISQ.TEST', 'CHITEST'], 'aa', chiSquaredTest),
]
