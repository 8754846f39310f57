import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaBelow } from './beta.ts'
import {
  betaInverse,
  binomialBelow,
  fisherAbove,
  fisherBelow,
  fisherInverse,
  gammaInverse,
  gammaInverseAbove,
  poissonBelow,
  studentBelow,
  studentBeyond,
  studentInverseBeyond,
} from './distributions.ts'
import { binomialMass, gammaAbove, gammaBelow, logGamma, poissonMass } from './gamma.ts'
import { normalCumulative, normalInverse } from './normal.ts'

const share = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true })
const shape = fc.double({ min: 0.1, max: 2000, noNaN: true })
const wideShape = fc.double({ min: 1, max: 2000, noNaN: true })
const freedom = fc.integer({ min: 1, max: 3000 })

const expectClose = (got: number | undefined, expected: number, within = 1e-9): void => {
  expect(Math.abs((got as number) - expected)).toBeLessThanOrEqual(within * Math.max(Math.abs(expected), 1e-12))
}

describe('probability distributions', () => {
  it('computes distributions that agree with known values', () => {
    expectClose(normalCumulative(-6), 9.865876450377012e-10, 1e-13)
    expectClose(normalCumulative(1.96), 0.9750021048517795, 1e-15)
    expectClose(normalInverse(0.975), 1.959963984540054, 1e-15)
    expectClose(logGamma(100.5), 361.4355404677775, 1e-14)
    expectClose(gammaBelow(2.5, 3), 0.6937810815867216, 1e-13)
    expectClose(betaBelow(0.3, 2, 5), 0.579825, 1e-13)
    expectClose(studentBeyond(2, 5), 0.10193947882194947, 1e-10)
    expectClose(fisherAbove(15.2068649, 6, 4), 0.01, 1e-7)
    expectClose(binomialMass(30, 100, 0.3, 0.7), 0.08678386475342806, 1e-13)
    expectClose(poissonMass(3, 2.5), 0.21376301724973648, 1e-13)
  })

  it('inverts distributions to the original value', () => {
    fc.assert(
      fc.property(share, wideShape, wideShape, (p, a, b) => {
        expectClose(normalCumulative(normalInverse(p)), p, 1e-12)
        expectClose(gammaBelow(a, gammaInverse(p, a) as number), p)
        expectClose(gammaAbove(a, gammaInverseAbove(p, a) as number), p)
        expectClose(betaBelow(betaInverse(p, a, b) as number, a, b), p, 1e-7)
      }),
    )
    fc.assert(
      fc.property(share, freedom, freedom, (p, m, n) => {
        expectClose(studentBeyond(studentInverseBeyond(p, m) as number, m), p)
        expectClose(fisherBelow(fisherInverse(p, m, n) as number, m, n), p)
      }),
    )
  })

  it('computes both tails of a distribution so that they add up to one', () => {
    fc.assert(
      fc.property(shape, shape, (a, x) => {
        expectClose(gammaBelow(a, x) + gammaAbove(a, x), 1, 1e-12)
      }),
    )
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), freedom, (t, n) => {
        expectClose(studentBelow(t, n) + studentBelow(-t, n), 1, 1e-12)
      }),
    )
  })

  it('computes cumulative discrete distributions as sums of their probabilities', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), share, fc.double({ min: 0, max: 1, noNaN: true }), (n, p, at) => {
        const k = Math.floor(at * n)
        let [binomial, poisson] = [0, 0]
        for (let term = 0; term <= k; term++) {
          binomial += binomialMass(term, n, p, 1 - p)
          poisson += poissonMass(term, n * p)
        }
        expectClose(binomialBelow(k, n, p), binomial, 1e-9)
        expectClose(poissonBelow(k, n * p), poisson, 1e-9)
      }),
    )
  })
})
