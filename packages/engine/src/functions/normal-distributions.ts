import { divError, numError } from '@deal-canvas/workbook-reader'
import { studentInverseBeyond } from '../numeric/distributions.ts'
import { normalCumulative, normalDensity, normalInverse } from '../numeric/normal.ts'
import { boolean, finite, integer, number } from './arguments.ts'
import { defineOnValues } from './define-on-values.ts'
import { type Argument, type FunctionDefinition, fail } from './definition.ts'

/** A number above 0, or #NUM!. */
const positive = (arg: Argument): number => {
  const value = number(arg)
  return value > 0 ? value : fail(numError)
}

/** A probability strictly between 0 and 1, or #NUM!. */
const share = (arg: Argument): number => {
  const value = number(arg)
  return value > 0 && value < 1 ? value : fail(numError)
}

const normal = ([x, mean, deviation, cumulative]: readonly Argument[]): number => {
  const [at, middle, width] = [number(x), number(mean), positive(deviation)]
  const z = (at - middle) / width
  return boolean(cumulative) ? normalCumulative(z) : normalDensity(z) / width
}

const inverse = ([part, mean, deviation]: readonly Argument[]): number => {
  const [middle, width] = [number(mean), positive(deviation)]
  return middle + width * normalInverse(share(part))
}

const logNormal = (x: Argument, mean: Argument, deviation: Argument, cumulative: boolean): number => {
  const [middle, width] = [number(mean), positive(deviation)]
  const at = positive(x)
  const z = (Math.log(at) - middle) / width
  return cumulative ? normalCumulative(z) : normalDensity(z) / (width * at)
}

const confidence = (
  width: (alpha: number, size: number) => number,
  ...names: readonly string[]
): FunctionDefinition[] =>
  defineOnValues(names, 'vvv', ([alpha, deviation, size]) => {
    const [risk, spread, count] = [share(alpha), positive(deviation), integer(size)]
    return count < 1 ? fail(numError) : (width(risk, count) * spread) / Math.sqrt(count)
  })

const studentWidth = (alpha: number, size: number): number =>
  size === 1 ? fail(divError) : (studentInverseBeyond(alpha, size - 1) ?? fail(numError))

export const normalDistributionFunctions: FunctionDefinition[] = [
  ...defineOnValues(['NORM.DIST'], 'vvvv', normal),
  ...defineOnValues(['NORMDIST'], 'vvvv', normal),
  ...defineOnValues(['NORM.INV'], 'vvv', inverse),
  ...defineOnValues(['NORMINV'], 'vvv', inverse),
  ...defineOnValues(['NORM.S.DIST'], 'vv', ([z, cumulative]) =>
    boolean(cumulative) ? normalCumulative(number(z)) : normalDensity(number(z)),
  ),
  ...defineOnValues(['NORMSDIST'], 'v', ([z]) => normalCumulative(number(z))),
  ...defineOnValues(['NORM.S.INV'], 'v', ([part]) => normalInverse(share(part))),
  ...defineOnValues(['NORMSINV'], 'v', ([part]) => normalInverse(share(part))),
  ...defineOnValues(['PHI'], 'v', ([z]) => normalDensity(number(z))),
  ...defineOnValues(['GAUSS'], 'v', ([z]) => normalCumulative(number(z)) - 0.5),
  ...defineOnValues(['LOGNORM.DIST'], 'vvvv', ([x, mean, deviation, cumulative]) =>
    logNormal(x, mean, deviation, boolean(cumulative)),
  ),
  ...defineOnValues(['LOGNORMDIST'], 'vvv', ([x, mean, deviation]) => logNormal(x, mean, deviation, true)),
  ...defineOnValues(['LOGNORM.INV'], 'vvv', (args) => finite(Math.exp(inverse(args)))),
  ...defineOnValues(['LOGINV'], 'vvv', (args) => finite(Math.exp(inverse(args)))),
  ...defineOnValues(['STANDARDIZE'], 'vvv', ([x, mean, deviation]) => (number(x) - number(mean)) / positive(deviation)),
  ...defineOnValues(['FISHER'], 'v', ([x]) => {
    const value = number(x)
    return value <= -1 || value >= 1 ? fail(numError) : Math.atanh(value)
  }),
  ...defineOnValues(['FISHERINV'], 'v', ([y]) => Math.tanh(number(y))),
  ...confidence((alpha) => -normalInverse(alpha / 2), 'CONFIDENCE', 'CONFIDENCE.NORM'),
  ...confidence(studentWidth, 'CONFIDENCE.T'),
]
