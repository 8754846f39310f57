/**
 * Logarithm and exponential in plain arithmetic (after fdlibm). The built-in ones can differ in the last digit between
 * processors, and the same seed must give the same bytes everywhere. Math.sqrt is exact by definition and can be used.
 */
const ln2High = 0.6931471803691238
const ln2Low = 1.9082149292705877e-10

/** 2 to an integer power, exact. */
const powerOfTwo = (power: number): number => {
  let result = 1
  let factor = power < 0 ? 0.5 : 2
  for (let rest = Math.abs(power); rest > 0; rest >>= 1) {
    if (rest & 1) result *= factor
    factor *= factor
  }
  return result
}

/** e to the power of x. */
export const exp = (x: number): number => {
  if (Number.isNaN(x)) return x
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY
  if (x < -745.1332191019411) return 0
  const power = Math.trunc(x / Math.LN2 + (x < 0 ? -0.5 : 0.5))
  const high = x - power * ln2High
  const low = power * ln2Low
  const rest = high - low
  const t = rest * rest
  const series =
    t *
    (0.16666666666666602 +
      t *
        (-0.0027777777777015593 +
          t * (6.613756321437934e-5 + t * (-1.6533902205465252e-6 + t * 4.1381367970572385e-8))))
  const c = rest - series
  const y = 1 - (low - (rest * c) / (2 - c) - high)
  // In two steps at the limits of the number range.
  const half = power >> 1
  return y * powerOfTwo(half) * powerOfTwo(power - half)
}

const halvings = [512, 256, 128, 64, 32, 16, 8, 4, 2, 1].map((by) => ({
  by,
  up: powerOfTwo(by),
  down: powerOfTwo(-by),
}))

/** The natural logarithm. */
export const log = (x: number): number => {
  if (Number.isNaN(x) || x < 0) return Number.NaN
  if (x === 0) return Number.NEGATIVE_INFINITY
  if (x === Number.POSITIVE_INFINITY) return x
  let power = 0
  let mantissa = x
  // Most arguments are shares, which need only a few steps.
  while (mantissa < 1 && mantissa > 0.001) {
    mantissa *= 2
    power -= 1
  }
  // Twice, for denormalized numbers.
  for (let round = 0; round < 2 && !(mantissa >= 1 && mantissa < 2); round++)
    for (const { by, up, down } of halvings) {
      if (mantissa >= up) {
        mantissa *= down
        power += by
      } else if (mantissa * up < 2) {
        mantissa *= up
        power -= by
      }
    }
  if (mantissa > Math.SQRT2) {
    mantissa /= 2
    power += 1
  }
  const f = mantissa - 1
  const s = f / (2 + f)
  const z = s * s
  const w = z * z
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373))
  const odd = z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)))
  const square = 0.5 * f * f
  return power * ln2High - (square - (s * (square + even + odd) + power * ln2Low) - f)
}

/** The logarithm of 1 + x, for x that would vanish next to 1. */
export const logOfOneMore = (x: number): number => {
  const sum = 1 + x
  return sum === 1 ? x : (log(sum) * x) / (sum - 1)
}

/** The sine of an angle between −90 and 90 degrees. */
export const sine = (angle: number): number => {
  const square = angle * angle
  let sum = 0
  for (let n = 23; n >= 3; n -= 2) sum = (1 + sum) * (-square / (n * (n - 1)))
  return angle * (1 + sum)
}
