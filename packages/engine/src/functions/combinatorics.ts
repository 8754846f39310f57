import { numError } from '@deal-canvas/workbook-reader'
import { factorial } from '../numeric/gamma.ts'
import { addInInteger, addInNumbers } from './add-in-arguments.ts'
import { finite, integer } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'

/** From here on, doubles no longer represent all whole numbers. */
const largestWhole = 2 ** 53

/** The number of ways to choose k of n; every intermediate product is a whole number. */
export const combinations = (n: number, k: number): number => {
  const few = Math.min(k, n - k)
  let ways = 1
  for (let step = 1; step <= few && ways !== Number.POSITIVE_INFINITY; step++) ways = (ways * (n - few + step)) / step
  return ways < largestWhole ? Math.round(ways) : ways
}

const permutations = (n: number, k: number): number => {
  let ways = 1
  for (let step = 0; step < k && ways !== Number.POSITIVE_INFINITY; step++) ways *= n - step
  return ways
}

const doubleFactorial = (n: number): number => {
  let product = 1
  for (let factor = n; factor > 1 && product !== Number.POSITIVE_INFINITY; factor -= 2) product *= factor
  return product
}

const greatestDivisor = (left: number, right: number): number => {
  let [a, b] = [left, right]
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

const leastMultiple = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : (a / greatestDivisor(a, b)) * b)

/** Non-negative integers. */
const wholes = (args: readonly Argument[], context: CallContext): number[] =>
  addInNumbers(args, context).map((value) => (value < 0 || value >= largestWhole ? fail(numError) : Math.trunc(value)))

/** A function of two integers, of which the first must be at least the second. */
const ofTwo = (name: string, compute: (n: number, k: number) => number): FunctionDefinition =>
  define(name, 'vv', ([first, second]) => {
    const [n, k] = [integer(first), integer(second)]
    return n < 0 || k < 0 ? fail(numError) : finite(compute(n, k))
  })

const multinomial = (values: readonly number[]): number => {
  let total = 0
  let ways = 1
  for (const value of values) {
    total += value
    ways *= combinations(total, value)
  }
  return ways
}

export const combinatoricFunctions: FunctionDefinition[] = [
  define('FACT', 'v', ([value]) => {
    const n = integer(value)
    return n < 0 ? fail(numError) : finite(factorial(n))
  }),
  define('FACTDOUBLE', 'v', ([value]) => {
    const n = addInInteger(value)
    return n < -1 ? fail(numError) : finite(doubleFactorial(n))
  }),
  ofTwo('COMBIN', (n, k) => (n < k ? fail(numError) : combinations(n, k))),
  ofTwo('COMBINA', (n, k) => (n === 0 ? (k === 0 ? 1 : fail(numError)) : combinations(n + k - 1, k))),
  ofTwo('PERMUT', (n, k) => (n < k ? fail(numError) : permutations(n, k))),
  ofTwo('PERMUTATIONA', (n, k) => n ** k),
  define('GCD', 'r*', (args, context) => wholes(args, context).reduce(greatestDivisor, 0)),
  define('LCM', 'r*', (args, context) => {
    const least = wholes(args, context).reduce(leastMultiple, 1)
    return least >= largestWhole ? fail(numError) : least
  }),
  define('MULTINOMIAL', 'r*', (args, context) => finite(multinomial(wholes(args, context)))),
]
