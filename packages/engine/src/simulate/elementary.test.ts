import { describe, expect, it } from 'vitest'
import { betaBelow } from '../numeric/beta.ts'
import { betaInverse } from '../numeric/distributions.ts'
import { normalCumulative, normalInverse } from '../numeric/normal.ts'
import { exp, log, logOfOneMore, sine } from './elementary.ts'
import { normalAt, normalBelow } from './normal-law.ts'
import { createPertLaw } from './pert-law.ts'

const apart = (a: number, b: number): number =>
  Object.is(a, b) ? 0 : Math.abs(a - b) / Math.max(Math.abs(b), Number.MIN_VALUE)
const farthest = (numbers: readonly number[], a: (x: number) => number, b: (x: number) => number): number =>
  Math.max(...numbers.map((x) => apart(a(x), b(x))))
const steps = (from: number, to: number): number[] =>
  Array.from({ length: 1_001 }, (_, n) => from + ((to - from) * n) / 1_000)
const powersOfTen = (from: number, to: number): number[] => steps(from, to).map((power) => 10 ** power)

describe('machine-independent arithmetic', () => {
  it('agrees with this machine’s arithmetic to the last digit but one', () => {
    expect(farthest([...steps(-700, 709), ...steps(-1, 1)], exp, Math.exp)).toBeLessThan(5e-16)
    expect(farthest([...powersOfTen(-320, 308), ...steps(0.5, 2)], log, Math.log)).toBeLessThan(5e-16)
    expect(farthest(powersOfTen(-320, 3), logOfOneMore, Math.log1p)).toBeLessThan(5e-16)
    expect(farthest(steps(-1.5, 1.5), sine, Math.sin)).toBeLessThan(5e-16)
  })

  it('handles the limits of the number range', () => {
    expect([exp(710), exp(-746), exp(0), exp(Number.NaN)]).toEqual([Number.POSITIVE_INFINITY, 0, 1, Number.NaN])
    expect([log(0), log(1), log(-1)]).toEqual([Number.NEGATIVE_INFINITY, 0, Number.NaN])
    expect(log(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY)
    expect(log(Number.MIN_VALUE)).toBeCloseTo(-744.4400719213812, 12)
    expect(exp(-744.5)).toBe(Number.MIN_VALUE)
  })

  it('computes functions and quantiles to these exact bytes', () => {
    expect([exp(0.1), log(3), normalAt(0.01), createPertLaw(2).at(0.3)]).toEqual([
      1.1051709180756477, 1.0986122886681096, -2.326347874040841, 0.21802691576322436,
    ])
  })
})

describe('machine-independent distributions', () => {
  it('agrees with the worksheet’s normal distribution, far into its tails', () => {
    expect(farthest(steps(-37, 8), normalBelow, normalCumulative)).toBeLessThan(1e-13)
    expect(farthest([...powersOfTen(-300, -0.3), ...steps(0.001, 0.999)], normalAt, normalInverse)).toBeLessThan(1e-14)
  })

  it.each([1, 1.01, 2, 2.6, 3, 4.2, 5])('agrees with the worksheet’s beta distribution of shape %d', (a) => {
    const { below, at } = createPertLaw(a)
    expect(farthest(steps(0.001, 0.999), below, (x) => betaBelow(x, a, 6 - a))).toBeLessThan(1e-13)
    const shares = [...powersOfTen(-16, -3), ...steps(0.001, 0.999)]
    expect(farthest(shares, at, (part) => betaInverse(part, a, 6 - a) ?? Number.NaN)).toBeLessThan(1e-13)
  })
})
