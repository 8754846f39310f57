import { besselI, besselJ, besselK, besselY } from '../numeric/bessel.ts'
import { gammaAbove, gammaBelow } from '../numeric/gamma.ts'
import { numError } from '../value/error-value.ts'
import { finite, integer, number } from './arguments.ts'
import { define, type FunctionDefinition, fail } from './definition.ts'

/** The error function: the part of a bell curve between zero and x. */
const erf = (x: number): number => Math.sign(x) * gammaBelow(0.5, x * x)

const erfc = (x: number): number => (x >= 0 ? gammaAbove(0.5, x * x) : 1 + gammaBelow(0.5, x * x))

const errorFunction = (name: string, compute: (x: number) => number): FunctionDefinition =>
  define(name, 'v', ([x]) => compute(number(x)))

/** Higher orders would only cost time: they are 0 or too large. */
const highestOrder = 100_000

/** Functions of the second kind exist for numbers above zero only. */
const bessel = (name: string, compute: (x: number, order: number) => number, aboveZero: boolean): FunctionDefinition =>
  define(name, 'vv', ([value, n]) => {
    const [x, order] = [number(value), integer(n)]
    return order < 0 || order > highestOrder || (aboveZero && x <= 0) ? fail(numError) : finite(compute(x, order))
  })

export const specialFunctions: FunctionDefinition[] = [
  define('ERF', 'vv?', ([lower, upper]) =>
    upper === undefined ? erf(number(lower)) : erf(number(upper)) - erf(number(lower)),
  ),
  errorFunction('ERF.PRECISE', erf),
  errorFunction('ERFC', erfc),
  errorFunction('ERFC.PRECISE', erfc),
  bessel('BESSELJ', besselJ, false),
  bessel('BESSELI', besselI, false),
  bessel('BESSELY', besselY, true),
  bessel('BESSELK', besselK, true),
]
