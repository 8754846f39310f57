import { numError } from '@deal-canvas/workbook-reader'
import { besselI, besselJ, besselK, besselY } from '../numeric/bessel.ts'
import { gammaAbove, gammaBelow } from '../numeric/gamma.ts'
import { finite, integer, number } from './arguments.ts'
import { define, type FunctionDefinition, fail } from './definition.ts'

/** The error function: the integral of the Gaussian between zero and x. */
const erf = (x: number): number => Math.sign(x) * gammaBelow(0.5, x * x)

const erfc = (x: number): number => (x >= 0 ? gammaAbove(0.5, x * x) : 1 + gammaBelow(0.5, x * x))

const errorFunction = (name: string, compute: (x: number) => number): FunctionDefinition =>
  define(name, 'v', ([x]) => compute(number(x)))

/** Limit of the order: higher orders are 0 or overflow. */
const highestOrder = 100_000

/** Functions of the second kind are defined only for positive numbers. */
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
