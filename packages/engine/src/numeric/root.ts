/**
 * A root of the function between two points where it has different signs (Brent's method: never worse than bisection).
 * Undefined if the signs are the same.
 */
export const findRoot = (f: (x: number) => number, from: number, to: number): number | undefined => {
  let [a, b] = [from, to]
  let [fa, fb] = [f(a), f(b)]
  if (fa === 0) return a
  if (fb === 0) return b
  if (!(fa < 0 !== fb < 0) || Number.isNaN(fa) || Number.isNaN(fb)) return undefined
  let [c, fc] = [a, fa]
  let step = b - a
  let before = step
  for (let round = 0; round < 300; round++) {
    if (fb < 0 === fc < 0) {
      c = a
      fc = fa
      step = b - a
      before = step
    }
    if (Math.abs(fc) < Math.abs(fb)) {
      ;[a, b, c] = [b, c, b]
      ;[fa, fb, fc] = [fb, fc, fb]
    }
    const tolerance = 2 * Number.EPSILON * Math.abs(b)
    const half = (c - b) / 2
    if (Math.abs(half) <= tolerance || fb === 0) return b
    const bold =
      Math.abs(before) >= tolerance && Math.abs(fa) > Math.abs(fb) ? interpolate(a, b, c, fa, fb, fc) : undefined
    if (
      bold !== undefined &&
      2 * Math.abs(bold) < Math.min(3 * Math.abs(half) - tolerance, Math.abs(before)) &&
      bold * half > 0
    ) {
      before = step
      step = bold
    } else {
      step = half
      before = half
    }
    a = b
    fa = fb
    b += Math.abs(step) > tolerance ? step : Math.sign(half) * tolerance
    fb = f(b)
  }
  return b
}

/** The step towards the root by a secant, or by a parabola through three points. */
const interpolate = (a: number, b: number, c: number, fa: number, fb: number, fc: number): number => {
  const s = fb / fa
  if (a === c) return ((c - b) * s) / (s - 1)
  const [q, r] = [fa / fc, fb / fc]
  const top = s * ((c - b) * q * (q - r) - (b - a) * (r - 1))
  const bottom = (q - 1) * (r - 1) * (s - 1)
  return -top / bottom
}

/**
 * The positive x at which an increasing function reaches a level. It first finds the power of two, so that very small
 * and very large results are as precise as others.
 */
export const invertAboveZero = (f: (x: number) => number, level: number, start = 1): number | undefined => {
  let [low, high] = [start, start]
  while (f(high) < level) {
    low = high
    high *= 2
    if (high === Number.POSITIVE_INFINITY) return undefined
  }
  while (f(low) > level) {
    high = low
    low /= 2
    if (low === 0) return 0
  }
  return findRoot((x) => f(x) - level, low, high)
}
