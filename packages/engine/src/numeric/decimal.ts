/** Rounds the decimal number that users see, not its binary value: 2.675 is half-way, 2.6749… is not. */

/** Multiplies by a power of ten, after rounding to Excel's 15 digits. */
const shift15 = (value: number, places: number): number => {
  const [digits = '0', exponent = '0'] = value.toExponential(14).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** Divides an integer by a power of ten: the nearest double. */
const unshift = (whole: number, places: number): number => {
  if (places >= 0 && places <= 22) return whole / 10 ** places
  return Number(`${whole}e${-places}`)
}

const halfUp = (shifted: number): number => Math.floor(shifted + 0.5)

/** Rounds the absolute value and restores the sign: Excel rounds away from zero, or towards it. */
const roundBy =
  (step: (shifted: number) => number) =>
  (value: number, places: number): number => {
    if (value === 0 || places > 320 || !Number.isFinite(value)) return value
    if (places < -320) return 0
    const size = Math.abs(value)
    const rough = size * 10 ** places
    // Beyond 15 digits there is nothing to round; rounding to 15 digits would only lose precision.
    if (rough >= 1e15) return value
    const rounded = unshift(step(shift15(size, places)), places)
    return value < 0 ? 0 - rounded : rounded
  }

const slowRound = roundBy(halfUp)

/** Rounds halves away from zero, to the given decimal places. */
export const roundDecimal = (value: number, places: number): number => {
  if (places < 0 || places > 15) return slowRound(value, places)
  const power = 10 ** places
  const shifted = Math.abs(value) * power
  const whole = Math.floor(shifted)
  const rest = shifted - whole
  // The decimal form matters only close to the half.
  if (shifted > 1e12 || Math.abs(rest - 0.5) < 1e-3) return slowRound(value, places)
  const rounded = (rest < 0.5 ? whole : whole + 1) / power
  return value < 0 ? 0 - rounded : rounded
}

/** Away from zero. */
export const roundUpDecimal = roundBy(Math.ceil)

/** Towards zero. */
export const roundDownDecimal = roundBy(Math.floor)

/** The floor; a value that equals a whole number in 15 digits counts as that number. */
export const floor15 = (value: number): number => {
  const whole = Math.floor(value)
  if (whole === value) return value
  return Math.floor(Number(value.toPrecision(15)))
}

export const ceil15 = (value: number): number => 0 - floor15(-value)
