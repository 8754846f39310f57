/** The gamma function and related functions. */

const lanczos = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
]

/** The logarithm of the gamma function for x above 0. */
export const logGamma = (x: number): number => {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  if (x === 1 || x === 2) return 0
  const shifted = x - 1
  let sum = lanczos[0] as number
  for (let n = 1; n < lanczos.length; n++) sum += (lanczos[n] as number) / (shifted + n)
  const t = shifted + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum)
}

/** The gamma function; exact for whole numbers as far as possible. */
export const gamma = (x: number): number => {
  if (Number.isInteger(x) && x > 0 && x < 172) return factorial(x - 1)
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x))
  return Math.exp(logGamma(x))
}

const factorials: number[] = [1]
for (let n = 1; n <= 170; n++) factorials.push((factorials[n - 1] as number) * n)

/** n! for an integer n; it overflows from 171 on. */
export const factorial = (n: number): number => factorials[n] ?? Number.POSITIVE_INFINITY

const halfLogTwoPi = 0.5 * Math.log(2 * Math.PI)

/** The error term of Stirling's formula: log(n!) - log(√(2πn) (n/e)^n). */
const stirlingRest = (n: number): number => {
  if (n <= 15) return logGamma(n + 1) - (n + 0.5) * Math.log(n) + n - halfLogTwoPi
  const square = n * n
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n
}

/** x log(x/mean) + mean - x, without loss of digits if both are close. */
const deviance = (x: number, mean: number): number => {
  if (Math.abs(x - mean) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x
  const v = (x - mean) / (x + mean)
  let sum = (x - mean) * v
  let term = 2 * x * v
  for (let n = 1; n < 1000; n++) {
    term *= v * v
    const next = sum + term / (2 * n + 1)
    if (next === sum) break
    sum = next
  }
  return sum
}

/** mean^x e^-mean / x!, for any x (C. Loader, "Fast and accurate computation of binomial probabilities", 2000). */
export const poissonMass = (x: number, mean: number): number => {
  if (mean === 0) return x === 0 ? 1 : 0
  if (x === 0) return Math.exp(-mean)
  if (x <= mean * Number.MIN_VALUE) return Math.exp(-mean)
  return Math.exp(-stirlingRest(x) - deviance(x, mean)) / Math.sqrt(2 * Math.PI * x)
}

/** The binomial probability of x among n, for any x and n; `q` is 1 - p. */
export const binomialMass = (x: number, n: number, p: number, q: number): number => {
  if (p === 0) return x === 0 ? 1 : 0
  if (q === 0) return x === n ? 1 : 0
  if (x === 0) return n === 0 ? 1 : p < 0.1 ? Math.exp(-deviance(n, n * q) - n * p) : Math.exp(n * Math.log(q))
  if (x === n) return q < 0.1 ? Math.exp(-deviance(n, n * p) - n * q) : Math.exp(n * Math.log(p))
  if (x < 0 || x > n) return 0
  const exponent = stirlingRest(n) - stirlingRest(x) - stirlingRest(n - x) - deviance(x, n * p) - deviance(n - x, n * q)
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * x * (n - x)))
}

const maxSteps = 100_000
const tiny = 1e-300

/** The lower incomplete gamma function by its series; accurate for x less than a + 1. */
const gammaSeries = (a: number, x: number): number => {
  let term = 1
  let sum = 1
  for (let n = 1; n < maxSteps; n++) {
    term *= x / (a + n)
    sum += term
    if (term < sum * 1e-17) break
  }
  return sum * poissonMass(a, x)
}

/** The upper incomplete gamma function by a continued fraction; accurate for x more than a + 1. */
const gammaFraction = (a: number, x: number): number => {
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let h = d
  for (let n = 1; n < maxSteps; n++) {
    const factor = -n * (n - a)
    b += 2
    d = 1 / (factor * d + b || tiny)
    c = b + factor / c || tiny
    const step = d * c
    h *= step
    if (Math.abs(step - 1) < 1e-16) break
  }
  return h * a * poissonMass(a, x)
}

/** The lower and upper tails of the gamma distribution of shape a at x. */
export const gammaBelow = (a: number, x: number): number => {
  if (x <= 0) return 0
  return x < a + 1 ? gammaSeries(a, x) : 1 - gammaFraction(a, x)
}

export const gammaAbove = (a: number, x: number): number => {
  if (x <= 0) return 1
  return x < a + 1 ? 1 - gammaSeries(a, x) : gammaFraction(a, x)
}
