import { exp, log } from './elementary.ts'

/**
 * The beta distribution behind a PERT distribution: its two shapes add up to 6. Ten thousand trials need its inverse,
 * so it starts from a table and takes two or three steps instead of the forty of a search.
 */
const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
]

const logGamma = (x: number): number => {
  let sum = 0.9999999999998099
  lanczos.forEach((term, n) => {
    sum += term / (x + n)
  })
  return 0.9189385332046728 + (x - 0.5) * log(x + 6.5) - (x + 6.5) + log(sum)
}

/** The continued fraction of the incomplete beta function (Lentz). */
const fraction = (x: number, a: number, b: number): number => {
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1))
  let h = d
  for (let n = 1; n < 200; n++) {
    const even = (n * (b - n) * x) / ((a + 2 * n - 1) * (a + 2 * n))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    h *= d * c
    const odd = (-(a + n) * (a + b + n) * x) / ((a + 2 * n) * (a + 2 * n + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    h *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return h
}

const tableSteps = 256

/** A beta distribution between 0 and 1 with the shapes a and 6 − a, each between 1 and 5. */
export const createPertLaw = (a: number): { below(x: number): number; at(part: number): number } => {
  const b = 6 - a
  const logBeta = logGamma(a) + logGamma(b) - logGamma(6)
  const weight = (x: number): number => exp(a * log(x) + b * log(1 - x) - logBeta)
  const belowOf = (x: number, height: number): number =>
    x < (a + 1) / 8 ? (height * fraction(x, a, b)) / a : 1 - (height * fraction(1 - x, b, a)) / b
  const below = (x: number): number => (x <= 0 ? 0 : x >= 1 ? 1 : belowOf(x, weight(x)))
  const table = Float64Array.from({ length: tableSteps + 1 }, (_, n) => below(n / tableSteps))
  const entry = (n: number): number => table[n] ?? 1
  const densities = Float64Array.from({ length: tableSteps + 1 }, (_, n) => {
    const x = n / tableSteps
    return weight(x) / (x * (1 - x))
  })

  /** Interpolates between two entries by values and slopes; at both ends, where the curve is flat, by values only. */
  const guess = (low: number, part: number): number => {
    const [before, after] = [entry(low), entry(low + 1)]
    const rise = after - before
    const u = (part - before) / rise
    const [m0, m1] = [(rise * tableSteps) / (densities[low] ?? 0), (rise * tableSteps) / (densities[low + 1] ?? 0)]
    const smooth = u * (m0 + u * (3 - 2 * m0 - m1 + u * (m0 + m1 - 2)))
    const step = smooth > 0 && smooth < 1 ? smooth : u > 0 && u < 1 ? u : 0.5
    return (low + step) / tableSteps
  }

  const at = (part: number): number => {
    if (part <= 0) return 0
    if (part >= 1) return 1
    let [low, high] = [0, tableSteps]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (entry(middle) <= part) low = middle
      else high = middle
    }
    let [from, to] = [low / tableSteps, high / tableSteps]
    let x = guess(low, part)
    for (let round = 0; round < 60; round++) {
      const height = weight(x)
      const miss = belowOf(x, height) - part
      if (miss > 0) to = x
      else from = x
      const step = (miss * x * (1 - x)) / height
      const bend = (a - 1) / x - (b - 1) / (1 - x)
      const next = x - step / (1 - (step * bend) / 2)
      // Each step triples the number of correct digits.
      if (Math.abs(step) < 1e-6 * Math.min(x, 1 - x)) return Math.min(to, Math.max(from, next))
      // A step outside the known bracket is replaced by bisection; near the ends the curve is too flat for a full step.
      x = next > from && next < to ? next : (from + to) / 2
    }
    return x
  }
  return { below, at }
}
