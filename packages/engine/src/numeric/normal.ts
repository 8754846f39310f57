/** The standard normal distribution. */

/** Coefficients of polynomials, highest power first, as in W. J. Cody, "Rational Chebyshev approximations for the error function" (1969). */
const nearTop = [0.06568233791820745, 2.2352520354606837, 161.02823106855587, 1067.6894854603709, 18154.98125334356]
const nearBottom = [1, 47.202581904688245, 976.0985517377767, 10260.932208618979, 45507.78933502673]
const middleTop = [
  1.0765576773720192e-8, 0.39894151208813466, 8.883149794388377, 93.50665613217785, 597.2702763948002,
  2494.5375852903726, 6848.190450536283, 11602.65143764735, 9842.714838383978,
]
const middleBottom = [
  1, 22.266688044328117, 235.387901782625, 1519.3775994075547, 6485.558298266761, 18615.571640885097, 34900.95272114598,
  38912.00328609327, 19685.429676859992,
]
const farTop = [
  0.023073441764940174, 0.215898534057957, 0.12740116116024736, 0.022235277870649807, 0.0014216191932278934,
  2.9112874951168793e-5,
]
const farBottom = [
  1, 1.284260096144911, 0.4682382124808651, 0.06598813786892856, 0.0037823963320275824, 7.297515550839662e-5,
]

const polynomial = (coefficients: readonly number[], x: number): number => {
  let sum = 0
  for (const coefficient of coefficients) sum = sum * x + coefficient
  return sum
}

const ratio = (top: readonly number[], bottom: readonly number[], x: number): number =>
  polynomial(top, x) / polynomial(bottom, x)

const rootOfTwoPi = Math.sqrt(2 * Math.PI)

export const normalDensity = (z: number): number => Math.exp((-z * z) / 2) / rootOfTwoPi

/** exp(-z²/2) with z² split, so that the digits lost by squaring do not affect the result. */
const bell = (z: number): number => {
  const coarse = Math.trunc(z * 16) / 16
  return Math.exp((-coarse * coarse) / 2) * Math.exp((-(z - coarse) * (z + coarse)) / 2)
}

/** The upper tail of the distribution at z, for z of at least 0.66. */
const farTail = (z: number): number => {
  if (z > 38.6) return 0
  if (z <= Math.sqrt(32)) return bell(z) * ratio(middleTop, middleBottom, z)
  const square = 1 / (z * z)
  return (bell(z) * (1 / rootOfTwoPi - square * ratio(farTop, farBottom, square))) / z
}

/** The cumulative distribution at z. */
export const normalCumulative = (z: number): number => {
  const size = Math.abs(z)
  if (size <= 0.67448975) return 0.5 + z * ratio(nearTop, nearBottom, z * z)
  return z > 0 ? 1 - farTail(size) : farTail(size)
}

const innerTop = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
  133.14166789178438, 3.3871328727963665,
]
const innerBottom = [
  5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
  42.31333070160091, 1,
]
const outerTop = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
]
const outerBottom = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
]
const outmostTop = [
  2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
  1.7848265399172913, 5.463784911164114, 6.657904643501103,
]
const outmostBottom = [
  2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615,
  0.1369298809227358, 0.599832206555888, 1,
]

/** The quantile of a probability; M. J. Wichura, algorithm AS 241 (1988), accurate to 16 digits. */
export const normalInverse = (probability: number): number => {
  const offset = probability - 0.5
  if (Math.abs(offset) <= 0.425) return offset * ratio(innerTop, innerBottom, 0.180625 - offset * offset)
  const depth = Math.sqrt(-Math.log(offset < 0 ? probability : 1 - probability))
  const z = depth <= 5 ? ratio(outerTop, outerBottom, depth - 1.6) : ratio(outmostTop, outmostBottom, depth - 5)
  return offset < 0 ? -z : z
}
