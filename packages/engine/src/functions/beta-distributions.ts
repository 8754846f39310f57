import { numError } from '@deal-canvas/workbook-reader'
import { betaBelow, betaDensity } from '../numeric/beta.ts'
import {
  betaInverse,
  fisherAbove,
  fisherBelow,
  fisherInverse,
  studentBelow,
  studentBeyond,
  studentDensity,
  studentInverseBeyond,
} from '../numeric/distributions.ts'
import { boolean, finite, integer, number } from './arguments.ts'
import { defineOnValues, demand } from './define-on-values.ts'
import { type Argument, type FunctionDefinition, fail } from './definition.ts'

const beta = (args: readonly Argument[], cumulative: boolean, [low, high]: readonly Argument[]): number => {
  const [x, a, b] = args.map((arg) => number(arg)) as [number, number, number]
  const [from, to] = [number(low, 0), number(high, 1)]
  demand(a > 0 && b > 0 && x >= from && x <= to && from !== to)
  const width = to - from
  const at = (x - from) / width
  return finite(cumulative ? betaBelow(at, a, b, (to - x) / width) : betaDensity(at, a, b) / width)
}

const smallestNormal = 2 ** -1022

const inverseOfBeta = ([part, alpha, second, low, high]: readonly Argument[]): number => {
  const [share, a, b] = [number(part), number(alpha), number(second)]
  const [from, to] = [number(low, 0), number(high, 1)]
  demand(a > 0 && b > 0 && share > 0 && share < 1 && from < to)
  const found = betaInverse(share, a, b) ?? fail(numError)
  // Denormalized numbers have no correct digits.
  return from + (found < smallestNormal ? 0 : found) * (to - from)
}

const freedomOf = (arg: Argument): number => {
  const freedom = integer(arg)
  demand(freedom >= 1 && freedom <= 1e10)
  return freedom
}

/** A probability between 0 and 1; either bound can be included. */
const shareOf = (arg: Argument, withZero: boolean, withOne: boolean): number => {
  const share = number(arg)
  demand((withZero ? share >= 0 : share > 0) && (withOne ? share <= 1 : share < 1))
  return share
}

const student = ([x, degrees, cumulative]: readonly Argument[]): number => {
  const [t, freedom, whole] = [number(x), freedomOf(degrees), boolean(cumulative)]
  return whole ? studentBelow(t, freedom) : studentDensity(t, freedom)
}

const studentTails = ([x, degrees, tails]: readonly Argument[]): number => {
  const [t, freedom, sides] = [number(x), freedomOf(degrees), integer(tails)]
  demand(t >= 0 && (sides === 1 || sides === 2))
  return (studentBeyond(t, freedom) * sides) / 2
}

const inverseBeyond = ([part, degrees]: readonly Argument[]): number => {
  const freedom = freedomOf(degrees)
  return studentInverseBeyond(shareOf(part, false, true), freedom) ?? fail(numError)
}

const studentInverse = ([part, degrees]: readonly Argument[]): number => {
  const [share, freedom] = [shareOf(part, false, false), freedomOf(degrees)]
  if (share === 0.5) return 0
  const t = studentInverseBeyond(2 * Math.min(share, 1 - share), freedom) ?? fail(numError)
  return share < 0.5 ? -t : t
}

/** The F density, computed from the beta density, of which it is a transformation. */
const fisherDensity = (x: number, df1: number, df2: number): number => {
  if (x === 0) return df1 > 2 ? 0 : df1 === 2 ? 1 : fail(numError)
  const total = df1 * x + df2
  return (betaDensity((df1 * x) / total, df1 / 2, df2 / 2) * df1 * df2) / total ** 2
}

const fisher = ([x, first, second, cumulative]: readonly Argument[]): number => {
  const [at, df1, df2, whole] = [number(x), freedomOf(first), freedomOf(second), boolean(cumulative)]
  demand(at >= 0)
  return finite(whole ? fisherBelow(at, df1, df2) : fisherDensity(at, df1, df2))
}

const fisherRight = ([x, first, second]: readonly Argument[]): number => {
  const [at, df1, df2] = [number(x), freedomOf(first), freedomOf(second)]
  demand(at >= 0)
  return fisherAbove(at, df1, df2)
}

const inverseOfFisher = ([part, first, second]: readonly Argument[]): number => {
  const [share, df1, df2] = [shareOf(part, true, false), freedomOf(first), freedomOf(second)]
  return fisherInverse(share, df1, df2) ?? fail(numError)
}

const inverseOfFisherRight = ([part, first, second]: readonly Argument[]): number => {
  const [share, df1, df2] = [shareOf(part, false, true), freedomOf(first), freedomOf(second)]
  return share === 1 ? 0 : 1 / (fisherInverse(share, df2, df1) ?? fail(numError))
}

export const betaDistributionFunctions: FunctionDefinition[] = [
  ...defineOnValues(['BETA.DIST'], 'vvvvv?v?', ([x, a, b, cumulative, ...bounds]) =>
    beta([x, a, b], boolean(cumulative), bounds),
  ),
  ...defineOnValues(['BETADIST'], 'vvvv?v?', ([x, a, b, ...bounds]) => beta([x, a, b], true, bounds)),
  ...defineOnValues(['BETA.INV', 'BETAINV'], 'vvvv?v?', inverseOfBeta),
  ...defineOnValues(['T.DIST'], 'vvv', student),
  ...defineOnValues(['T.DIST.2T'], 'vv', ([x, degrees]) => studentTails([x, degrees, 2])),
  ...defineOnValues(['T.DIST.RT'], 'vv', ([x, degrees]) => studentBelow(-number(x), freedomOf(degrees))),
  ...defineOnValues(['TDIST'], 'vvv', studentTails),
  ...defineOnValues(['T.INV'], 'vv', studentInverse),
  ...defineOnValues(['T.INV.2T', 'TINV'], 'vv', inverseBeyond),
  ...defineOnValues(['F.DIST'], 'vvvv', fisher),
  ...defineOnValues(['F.DIST.RT', 'FDIST'], 'vvv', fisherRight),
  ...defineOnValues(['F.INV'], 'vvv', inverseOfFisher),
  ...defineOnValues(['F.INV.RT', 'FINV'], 'vvv', inverseOfFisherRight),
]
