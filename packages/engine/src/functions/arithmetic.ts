import { divError, numError } from '@deal-canvas/workbook-reader'
import { floor15 } from '../numeric/decimal.ts'
import { addInNumber, addInNumbers } from './add-in-arguments.ts'
import { finite, number } from './arguments.ts'
import { define, type FunctionDefinition, fail } from './definition.ts'

const ofNumber = (name: string, compute: (value: number) => number): FunctionDefinition =>
  define(name, 'v', ([value]) => finite(compute(number(value))))

/** Excel returns an error if the quotient has more digits than it stores. */
const largestQuotient = 1_125_900_000_000

const modulo = (value: number, divisor: number): number => {
  if (divisor === 0) return fail(divError)
  const quotient = value / divisor
  if (Math.abs(quotient) >= largestQuotient) return fail(numError)
  const rest = value - divisor * Math.floor(quotient)
  // 15 digits of the quotient decide: MOD(0.3, 0.1) has no remainder.
  return floor15(quotient) === Math.floor(quotient) ? rest : 0
}

export const power = (base: number, exponent: number): number => {
  if (base === 0 && exponent === 0) return fail(numError)
  if (base === 0 && exponent < 0) return fail(divError)
  if (base >= 0 || Number.isInteger(exponent)) return finite(base ** exponent)
  // The odd root of a negative number: (-8)^(1/3) is -2.
  const root = Math.round(1 / exponent)
  if (Math.abs(root) % 2 === 1 && 1 / root === exponent) return finite(-((-base) ** exponent))
  return fail(numError)
}

const logarithm = (value: number, base: number): number => {
  if (value <= 0 || base <= 0) return fail(numError)
  if (base === 1) return fail(divError)
  if (base === 10) return Math.log10(value)
  return base === 2 ? Math.log2(value) : Math.log(value) / Math.log(base)
}

export const arithmeticFunctions: FunctionDefinition[] = [
  ofNumber('ABS', Math.abs),
  ofNumber('SIGN', Math.sign),
  ofNumber('SQRT', Math.sqrt),
  define('SQRTPI', 'v', ([value]) => finite(Math.sqrt(addInNumber(value) * Math.PI))),
  ofNumber('EXP', Math.exp),
  ofNumber('LN', (value) => (value <= 0 ? fail(numError) : Math.log(value))),
  ofNumber('LOG10', (value) => (value <= 0 ? fail(numError) : Math.log10(value))),
  define('LOG', 'vv?', ([value, base]) => logarithm(number(value), number(base, 10))),
  define('POWER', 'vv', ([base, exponent]) => power(number(base), number(exponent))),
  define('MOD', 'vv', ([value, divisor]) => modulo(number(value), number(divisor))),
  define('QUOTIENT', 'vv', ([value, divisor]) => {
    const [all, by] = [addInNumber(value), addInNumber(divisor)]
    return by === 0 ? fail(divError) : finite(Math.trunc(all / by))
  }),
  define('PI', '', () => Math.PI),
  define('SERIESSUM', 'vvvr', ([x, first, step, coefficients], context) => {
    const [base, start, by] = [addInNumber(x), addInNumber(first), addInNumber(step)]
    return finite(
      addInNumbers([coefficients], context).reduce(
        (sum, coefficient, n) => sum + coefficient * power(base, start + n * by),
        0,
      ),
    )
  }),
]
