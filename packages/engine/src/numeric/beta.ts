import { binomialMass } from './gamma.ts'

const maxSteps = 100_000
const tiny = 1e-300

/** x^a y^b / B(a, b), where y is 1 - x. */
const front = (x: number, y: number, a: number, b: number): number => (binomialMass(a, a + b, x, y) * a * b) / (a + b)

/** The continued fraction of the incomplete beta function (Lentz); it converges fast for x < (a+1)/(a+b+2). */
const fraction = (x: number, a: number, b: number): number => {
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny)
  let h = d
  for (let n = 1; n < maxSteps; n++) {
    const even = (n * (b - n) * x) / ((a + 2 * n - 1) * (a + 2 * n))
    d = 1 / (1 + even * d || tiny)
    c = 1 + even / c || tiny
    h *= d * c
    const odd = (-(a + n) * (a + b + n) * x) / ((a + 2 * n) * (a + 2 * n + 1))
    d = 1 / (1 + odd * d || tiny)
    c = 1 + odd / c || tiny
    const step = d * c
    h *= step
    if (Math.abs(step - 1) < 1e-15) break
  }
  return h
}

/**
 * The cumulative beta distribution of a and b at x: the regularized incomplete beta function. `y` is 1 - x, for callers
 * that know it more precisely than it can be computed from x.
 */
export const betaBelow = (x: number, a: number, b: number, y = 1 - x): number => {
  if (x <= 0) return 0
  if (y <= 0) return 1
  if (x < (a + 1) / (a + b + 2)) return (front(x, y, a, b) * fraction(x, a, b)) / a
  return 1 - (front(y, x, b, a) * fraction(y, b, a)) / b
}

export const betaDensity = (x: number, a: number, b: number): number => {
  if (x <= 0 || x >= 1) {
    const [edge, other] = x <= 0 ? [a, b] : [b, a]
    return edge > 1 ? 0 : edge === 1 ? other : Number.POSITIVE_INFINITY
  }
  return front(x, 1 - x, a, b) / (x * (1 - x))
}

/** 1 / B(a, b), evaluated at the middle of the distribution, where nothing overflows. */
export const reciprocalBeta = (a: number, b: number): number => {
  const x = a / (a + b)
  return front(x, b / (a + b), a, b) / Math.exp(a * Math.log(x) + b * Math.log1p(-x))
}
