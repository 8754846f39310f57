/**
 * A sum that is only the rounding of its terms is zero. Excel does so where the last thing that a formula does is to add or
 * subtract: a result that is at least 2^50 times smaller than the larger term, counted in whole powers of two.
 */
export const snap = (sum: number, one: number, other: number): number => {
  const size = Math.max(Math.abs(one), Math.abs(other))
  if (sum === 0 || Math.abs(sum) > size * 2 ** -48) return sum
  return Math.abs(sum) < 2 ** (Math.floor(Math.log2(size)) - 49) ? 0 : sum
}
