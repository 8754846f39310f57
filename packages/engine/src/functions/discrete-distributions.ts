import { numError } from '@deal-canvas/workbook-reader'
import { betaBelow } from '../numeric/beta.ts'
import { binomialBelow, poissonBelow } from '../numeric/distributions.ts'
import { binomialMass, poissonMass } from '../numeric/gamma.ts'
import { boolean, integer, number } from './arguments.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import { type Argument, type FunctionDefinition, fail } from './definition.ts'

const chanceOf = (arg: Argument): number => {
  const chance = number(arg)
  demand(chance >= 0 && chance <= 1)
  return chance
}

const binomial = ([successes, trials, chance, cumulative]: readonly Argument[]): number => {
  const [k, n, p, whole] = [integer(successes), integer(trials), chanceOf(chance), boolean(cumulative)]
  demand(k >= 0 && k <= n && n < 2 ** 53)
  return whole ? binomialBelow(k, n, p) : binomialMass(k, n, p, 1 - p)
}

const binomialRange = ([trials, chance, from, to]: readonly Argument[]): number => {
  const [n, p, low] = [integer(trials), chanceOf(chance), integer(from)]
  demand(n >= 0 && low >= 0 && low <= n)
  if (to === undefined) return binomialMass(low, n, p, 1 - p)
  const high = integer(to)
  demand(high >= low && high <= n)
  // Above the middle the upper tails are the small ones, and their difference keeps its digits.
  if (low > n * p) return binomialBelow(n - low, n, 1 - p) - binomialBelow(n - high - 1, n, 1 - p)
  return binomialBelow(high, n, p) - binomialBelow(low - 1, n, p)
}

/** The smallest count for which the cumulative probability reaches a level. */
const binomialInverse = ([trials, chance, level]: readonly Argument[]): number => {
  const [n, p, wanted] = [integer(trials), chanceOf(chance), number(level)]
  demand(n >= 0 && p > 0 && p < 1 && wanted > 0 && wanted < 1)
  let [low, high] = [0, n]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (binomialBelow(middle, n, p) >= wanted) high = middle
    else low = middle + 1
  }
  return low
}

const negativeBinomial = (failures: Argument, successes: Argument, chance: Argument, cumulative: boolean): number => {
  const [f, s, p] = [integer(failures), integer(successes), chanceOf(chance)]
  demand(f >= 0 && s >= 1 && p > 0 && p < 1)
  return cumulative ? betaBelow(p, s, f + 1) : (binomialMass(s, f + s, p, 1 - p) * s) / (f + s)
}

const poisson = ([count, mean, cumulative]: readonly Argument[]): number => {
  const [k, expected, whole] = [integer(count), number(mean), boolean(cumulative)]
  demand(number(count) >= 0 && expected >= 0)
  return whole ? poissonBelow(k, expected) : poissonMass(k, expected)
}

/** The hypergeometric probability of k marked items among `size` drawn from `all`, of which `marked` are marked. */
const hypergeometricMass = (k: number, size: number, marked: number, all: number): number => {
  if (k < 0 || k > size || k > marked || size - k > all - marked) return 0
  const p = size / all
  const q = 1 - p
  return (binomialMass(k, marked, p, q) * binomialMass(size - k, all - marked, p, q)) / binomialMass(size, all, p, q)
}

const hypergeometric = (args: readonly Argument[], cumulative: boolean): number => {
  const [k, size, marked, all] = args.map((arg) => integer(arg)) as [number, number, number, number]
  demand(k >= 0 && k <= Math.min(size, marked) && size > 0 && size <= all && marked > 0 && marked <= all && all > 0)
  if (!cumulative) return k < size - all + marked ? fail(numError) : hypergeometricMass(k, size, marked, all)
  let sum = 0
  for (let n = Math.max(0, size - all + marked); n <= k; n++) sum += hypergeometricMass(n, size, marked, all)
  return Math.min(1, sum)
}

export const discreteDistributionFunctions: FunctionDefinition[] = [
  ...defineOnValues(['BINOM.DIST', 'BINOMDIST'], 'vvvv', binomial),
  ...defineOnValues(['BINOM.DIST.RANGE'], 'vvvv?', binomialRange),
  ...defineOnValues(['BINOM.INV', 'CRITBINOM'], 'vvv', binomialInverse),
  ...defineOnValues(['NEGBINOM.DIST'], 'vvvv', ([f, s, chance, cumulative]) =>
    negativeBinomial(f, s, chance, boolean(cumulative)),
  ),
  ...defineOnValues(['NEGBINOMDIST'], 'vvv', ([f, s, chance]) => negativeBinomial(f, s, chance, false)),
  ...defineOnValues(['POISSON.DIST', 'POISSON'], 'vvv', poisson),
  ...defineOnValues(['HYPGEOM.DIST'], 'vvvvv', ([k, size, marked, all, cumulative]) =>
    hypergeometric([k, size, marked, all], boolean(cumulative)),
  ),
  ...defineOnValues(['HYPGEOMDIST'], 'vvvv', (args) => hypergeometric(args, false)),
]
