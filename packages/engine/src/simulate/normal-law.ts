import { normalInverse } from '../numeric/normal.ts'
import { exp, log } from './elementary.ts'

/** The standard normal distribution, bit-identical on every machine, unlike the worksheet functions. */

const density = (z: number): number => exp((-z * z) / 2) / 2.5066282746310002

/** The upper tail at z, for z of at least 2: Laplace's continued fraction, evaluated from its end. */
const tailBeyond = (z: number): number => {
  let fraction = z
  for (let n = Math.ceil(25 + 600 / (z * z)); n > 0; n--) fraction = z + n / fraction
  return density(z) / fraction
}

/** The cumulative distribution at z. */
export const normalBelow = (z: number): number => {
  if (z <= -2) return tailBeyond(-z)
  if (z >= 2) return 1 - tailBeyond(z)
  let term = z
  let sum = z
  for (let n = 3; Math.abs(term) > 1e-18; n += 2) {
    term *= (z * z) / n
    sum += term
  }
  return 0.5 + density(z) * sum
}

/** The quantile of the smaller tail, as a distance from the middle. */
const tailAt = (part: number): number => {
  const t = Math.sqrt(-2 * log(part))
  // Accurate to three digits (Hastings); two Halley steps make it sixteen.
  let z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  for (let round = 0; round < 2; round++) {
    const height = density(z)
    if (height === 0) return z
    const miss = ((z < 2 ? normalBelow(-z) : tailBeyond(z)) - part) / height
    z += (2 * miss) / (2 - miss * z)
  }
  return z
}

/** The quantile of a probability. */
export const normalAt = (part: number): number => {
  // This far from the ends, plain arithmetic is sufficient and needs no logarithm.
  if (Math.abs(part - 0.5) <= 0.425) return normalInverse(part)
  return part < 0.5 ? -tailAt(part) : tailAt(1 - part)
}
