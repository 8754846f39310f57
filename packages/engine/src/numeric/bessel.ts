/**
 * Bessel functions by the approximations that Excel uses (Abramowitz and Stegun, 9.4 and 9.8; the recurrences with the
 * starts of Numerical Recipes). They are accurate to 7 digits: better ones would not agree with the workbooks.
 */

/** A polynomial, the highest power last. */
const polynomial = (coefficients: readonly number[], x: number): number => {
  let sum = 0
  for (let n = coefficients.length - 1; n >= 0; n--) sum = sum * x + (coefficients[n] ?? 0)
  return sum
}

const j0Top = [57568490574, -13362590354, 651619640.7, -11214424.18, 77392.33017, -184.9052456]
const j0Bottom = [57568490411, 1029532985, 9494680.718, 59272.64853, 267.8532712, 1]
const j1Top = [72362614232, -7895059235, 242396853.1, -2972611.439, 15704.4826, -30.16036606]
const j1Bottom = [144725228442, 2300535178, 18583304.74, 99447.43394, 376.9991397, 1]
const y0Top = [-2957821389, 7062834065, -512359803.6, 10879881.29, -86327.92757, 228.4622733]
const y0Bottom = [40076544269, 745249964.8, 7189466.438, 47447.2647, 226.1030244, 1]
const y1Top = [-4.900604943e12, 1.27527439e12, -5.153438139e10, 7.349264551e8, -4.237922726e6, 8.511937935e3]
const y1Bottom = [2.49958057e13, 4.244419664e11, 3.733650367e9, 2.245904002e7, 1.02042605e5, 3.549632885e2, 1]

const far0 = [1, -0.1098628627e-2, 0.2734510407e-4, -0.2073370639e-5, 0.2093887211e-6]
const phase0 = [-0.1562499995e-1, 0.1430488765e-3, -0.6911147651e-5, 0.7621095161e-6, -0.934945152e-7]
const far1 = [1, 0.183105e-2, -0.3516396496e-4, 0.2457520174e-5, -0.240337019e-6]
const phase1 = [0.04687499995, -0.2002690873e-3, 0.8449199096e-5, -0.88228987e-6, 0.105787412e-6]

/** For large x both kinds are waves, a quarter period apart. */
const wave = (x: number, order: 0 | 1): { first: number; second: number } => {
  const z = 8 / x
  const shifted = x - (order === 0 ? 0.785398164 : 2.356194491)
  const p = polynomial(order === 0 ? far0 : far1, z * z)
  const q = z * polynomial(order === 0 ? phase0 : phase1, z * z)
  const height = Math.sqrt(0.636619772 / x)
  return {
    first: height * (Math.cos(shifted) * p - Math.sin(shifted) * q),
    second: height * (Math.sin(shifted) * p + Math.cos(shifted) * q),
  }
}

const j0 = (x: number): number => {
  const size = Math.abs(x)
  return size < 8 ? polynomial(j0Top, x * x) / polynomial(j0Bottom, x * x) : wave(size, 0).first
}

const j1 = (x: number): number => {
  const size = Math.abs(x)
  if (size < 8) return (x * polynomial(j1Top, x * x)) / polynomial(j1Bottom, x * x)
  return wave(size, 1).first * Math.sign(x)
}

const y0 = (x: number): number =>
  x < 8 ? polynomial(y0Top, x * x) / polynomial(y0Bottom, x * x) + 0.636619772 * j0(x) * Math.log(x) : wave(x, 0).second

const y1 = (x: number): number =>
  x < 8
    ? (x * polynomial(y1Top, x * x)) / polynomial(y1Bottom, x * x) + 0.636619772 * (j1(x) * Math.log(x) - 1 / x)
    : wave(x, 1).second

const i0Near = [1, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.360768e-1, 0.45813e-2]
const i0Far = [
  0.39894228, 0.1328592e-1, 0.225319e-2, -0.157565e-2, 0.916281e-2, -0.2057706e-1, 0.2635537e-1, -0.1647633e-1,
  0.392377e-2,
]
const i1Near = [0.5, 0.87890594, 0.51498869, 0.15084934, 0.2658733e-1, 0.301532e-2, 0.32411e-3]
const i1Far = [
  0.39894228, -0.3988024e-1, -0.362018e-2, 0.163801e-2, -0.1031555e-1, 0.2282967e-1, -0.2895312e-1, 0.1787654e-1,
  -0.420059e-2,
]
const k0Near = [-0.57721566, 0.4227842, 0.23069756, 0.348859e-1, 0.262698e-2, 0.1075e-3, 0.74e-5]
const k0Far = [1.25331414, -0.7832358e-1, 0.2189568e-1, -0.1062446e-1, 0.587872e-2, -0.25154e-2, 0.53208e-3]
const k1Near = [1, 0.15443144, -0.67278579, -0.18156897, -0.1919402e-1, -0.110404e-2, -0.4686e-4]
const k1Far = [1.25331414, 0.23498619, -0.365562e-1, 0.1504268e-1, -0.780353e-2, 0.325614e-2, -0.68245e-3]

const i0 = (x: number): number => {
  const size = Math.abs(x)
  if (size < 3.75) return polynomial(i0Near, (x / 3.75) ** 2)
  return (Math.exp(size) / Math.sqrt(size)) * polynomial(i0Far, 3.75 / size)
}

const i1 = (x: number): number => {
  const size = Math.abs(x)
  if (size < 3.75) return x * polynomial(i1Near, (x / 3.75) ** 2)
  return Math.sign(x) * (Math.exp(size) / Math.sqrt(size)) * polynomial(i1Far, 3.75 / size)
}

const k0 = (x: number): number =>
  x <= 2
    ? -Math.log(x / 2) * i0(x) + polynomial(k0Near, (x * x) / 4)
    : (Math.exp(-x) / Math.sqrt(x)) * polynomial(k0Far, 2 / x)

const k1 = (x: number): number =>
  x <= 2
    ? Math.log(x / 2) * i1(x) + polynomial(k1Near, (x * x) / 4) / x
    : (Math.exp(-x) / Math.sqrt(x)) * polynomial(k1Far, 2 / x)

/** Upward recurrence from the orders 0 and 1. */
const upwards = (order: number, x: number, zero: number, one: number, sign: 1 | -1): number => {
  let [below, here] = [zero, one]
  for (let n = 1; n < order; n++) [below, here] = [here, (2 * n * here) / x + sign * below]
  return order === 0 ? zero : here
}

/** Rescales large intermediate values before they overflow. */
const tooLarge = 1e10

/**
 * Downward recurrence from a higher order, because errors would grow upwards. The result is normalized by order 0, or
 * by the sum of the even orders, which is 1.
 */
const downwards = (order: number, size: number, start: number, sign: 1 | -1) => {
  let [above, here, found, evens] = [0, 1, 0, 0]
  for (let n = start; n > 0; n--) {
    ;[above, here] = [here, (2 * n * here) / size + sign * above]
    if (Math.abs(here) > tooLarge) {
      above /= tooLarge
      here /= tooLarge
      found /= tooLarge
      evens /= tooLarge
    }
    if (n % 2 === 1) evens += here
    if (n === order) found = above
  }
  return { found, evens: 2 * evens - here, zero: here }
}

const reach = (order: number): number => Math.trunc(Math.sqrt(40 * order))

const mirrored = (x: number, order: number, value: number): number => (x < 0 && order % 2 === 1 ? -value : value)

export const besselJ = (x: number, order: number): number => {
  if (order === 0) return j0(x)
  if (order === 1) return j1(x)
  const size = Math.abs(x)
  if (size === 0) return 0
  if (size > order) return mirrored(x, order, upwards(order, size, j0(size), j1(size), -1))
  const { found, evens } = downwards(order, size, 2 * Math.trunc((order + reach(order)) / 2), -1)
  return mirrored(x, order, found / evens)
}

export const besselI = (x: number, order: number): number => {
  if (order === 0) return i0(x)
  if (order === 1) return i1(x)
  const size = Math.abs(x)
  if (size === 0) return 0
  const { found, zero } = downwards(order, size, 2 * (order + reach(order)), 1)
  return mirrored(x, order, (found / zero) * i0(size))
}

/** For arguments above zero. */
export const besselY = (x: number, order: number): number => upwards(order, x, y0(x), order === 0 ? 0 : y1(x), -1)

/** For arguments above zero. */
export const besselK = (x: number, order: number): number => upwards(order, x, k0(x), order === 0 ? 0 : k1(x), 1)
