import { numError } from '@deal-canvas/workbook-reader'
import { gammaInverse, gammaInverseAbove } from '../numeric/distributions.ts'
import { gamma, gammaAbove, gammaBelow, logGamma, poissonMass } from '../numeric/gamma.ts'
import { boolean, finite, integer, number } from './arguments.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import { type Argument, type FunctionDefinition, fail } from './definition.ts'

/** The density of the gamma distribution of shape a at x. */
const density = (a: number, x: number): number => {
  if (x === 0) return a > 1 ? 0 : a === 1 ? 1 : fail(numError)
  return a < 1 ? (poissonMass(a, x) * a) / x : poissonMass(a - 1, x)
}

const gammaDistribution = ([x, shape, scale, cumulative]: readonly Argument[]): number => {
  const [at, a, width, whole] = [number(x), number(shape), number(scale), boolean(cumulative)]
  demand(at >= 0 && a > 0 && width > 0)
  return finite(whole ? gammaBelow(a, at / width) : density(a, at / width) / width)
}

const inverseOfGamma = ([part, shape, scale]: readonly Argument[]): number => {
  const [share, a, width] = [number(part), number(shape), number(scale)]
  demand(share >= 0 && share < 1 && a > 0 && width > 0)
  return finite((gammaInverse(share, a) ?? fail(numError)) * width)
}

const freedomOf = (arg: Argument): number => {
  const freedom = integer(arg)
  demand(freedom >= 1 && freedom <= 1e10)
  return freedom
}

const chiSquared = ([x, freedom, cumulative]: readonly Argument[]): number => {
  const [at, degrees, whole] = [number(x), freedomOf(freedom), boolean(cumulative)]
  demand(at >= 0)
  return finite(whole ? gammaBelow(degrees / 2, at / 2) : density(degrees / 2, at / 2) / 2)
}

const chiSquaredAbove = ([x, freedom]: readonly Argument[]): number => {
  const [at, degrees] = [number(x), freedomOf(freedom)]
  demand(at >= 0)
  return gammaAbove(degrees / 2, at / 2)
}

const chiSquaredInverse = ([part, freedom]: readonly Argument[]): number => {
  const [share, degrees] = [number(part), freedomOf(freedom)]
  demand(share >= 0 && share < 1)
  return 2 * (gammaInverse(share, degrees / 2) ?? fail(numError))
}

const chiSquaredInverseAbove = ([part, freedom]: readonly Argument[]): number => {
  const [share, degrees] = [number(part), freedomOf(freedom)]
  demand(share > 0 && share <= 1)
  return 2 * (gammaInverseAbove(share, degrees / 2) ?? fail(numError))
}

const exponential = ([x, rate, cumulative]: readonly Argument[]): number => {
  const [at, lambda, whole] = [number(x), number(rate), boolean(cumulative)]
  demand(at >= 0 && lambda > 0)
  return finite(whole ? -Math.expm1(-lambda * at) : lambda * Math.exp(-lambda * at))
}

const weibull = ([x, shape, scale, cumulative]: readonly Argument[]): number => {
  const [at, a, width, whole] = [number(x), number(shape), number(scale), boolean(cumulative)]
  demand(at >= 0 && a > 0 && width > 0)
  const raised = (at / width) ** a
  return finite(whole ? -Math.expm1(-raised) : (a / width) * (at / width) ** (a - 1) * Math.exp(-raised))
}

const logOfGamma = ([x]: readonly Argument[]): number => {
  const value = number(x)
  demand(value > 0)
  return finite(logGamma(value))
}

export const gammaDistributionFunctions: FunctionDefinition[] = [
  ...defineOnValues(['GAMMA'], 'v', ([x]) => {
    const value = number(x)
    demand(value > 0 || !Number.isInteger(value))
    return finite(gamma(value))
  }),
  ...defineOnValues(['GAMMALN', 'GAMMALN.PRECISE'], 'v', logOfGamma),
  ...defineOnValues(['GAMMA.DIST', 'GAMMADIST'], 'vvvv', gammaDistribution),
  ...defineOnValues(['GAMMA.INV', 'GAMMAINV'], 'vvv', inverseOfGamma),
  ...defineOnValues(['CHISQ.DIST'], 'vvv', chiSquared),
  ...defineOnValues(['CHISQ.DIST.RT', 'CHIDIST'], 'vv', chiSquaredAbove),
  ...defineOnValues(['CHISQ.INV'], 'vv', chiSquaredInverse),
  ...defineOnValues(['CHISQ.INV.RT', 'CHIINV'], 'vv', chiSquaredInverseAbove),
  ...defineOnValues(['EXPON.DIST', 'EXPONDIST'], 'vvv', exponential),
  ...defineOnValues(['WEIBULL.DIST', 'WEIBULL'], 'vvvv', weibull),
]
