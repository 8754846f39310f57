export interface Fit {
  /** One per column; 0 for a redundant column. */
  readonly coefficients: number[]
  /** The factor from the variance of the residuals to the variance of each coefficient. */
  readonly spreads: number[]
  /** The number of independent columns. */
  readonly rank: number
}

const dot = (a: readonly number[], b: readonly number[]): number => {
  let sum = 0
  for (let n = 0; n < a.length; n++) sum += (a[n] as number) * (b[n] as number)
  return sum
}

const subtractMultiple = (from: number[], factor: number, other: readonly number[]): void => {
  for (let n = 0; n < from.length; n++) from[n] = (from[n] as number) - factor * (other[n] as number)
}

/** A column whose residual after the others is smaller than this share of it is redundant. */
const negligible = 1e-11

/**
 * The least-squares coefficients: the columns are orthogonalized one by one (Gram-Schmidt, twice, to limit rounding
 * errors), not squared as in the normal equations.
 */
export const fitColumns = (columns: readonly (readonly number[])[], target: readonly number[]): Fit => {
  const units: { unit: number[]; combination: number[] }[] = []
  columns.forEach((column, place) => {
    const rest = [...column]
    // The residual expressed in the given columns.
    const combination = columns.map((_, n) => (n === place ? 1 : 0))
    for (let round = 0; round < 2; round++) {
      for (const known of units) {
        const share = dot(known.unit, rest)
        subtractMultiple(rest, share, known.unit)
        subtractMultiple(combination, share, known.combination)
      }
    }
    const size = Math.sqrt(dot(rest, rest))
    if (size <= negligible * Math.sqrt(dot(column, column))) return
    units.push({ unit: rest.map((item) => item / size), combination: combination.map((item) => item / size) })
  })
  const coefficients = columns.map(() => 0)
  const spreads = columns.map(() => 0)
  const left = [...target]
  for (const { unit, combination } of units) {
    const share = dot(unit, left)
    subtractMultiple(left, share, unit)
    combination.forEach((part, n) => {
      coefficients[n] = (coefficients[n] as number) + share * part
      spreads[n] = (spreads[n] as number) + part * part
    })
  }
  return { coefficients, spreads, rank: units.length }
}
