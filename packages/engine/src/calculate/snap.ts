/**
 * A sum that is only the rounding of its terms is zero. Excel does so where the last thing that a formula does is to add or
 * subtract: a result that is at least 2^50 times smaller than the larger term, counted in whole powers of two.
 */
export const snap = (sum: number, one: number, other: number): number => {
  const size = Math.max(Math.abs(one), Math.abs(other))
  const left = Math.abs(sum)
  if (sum === 0 || left >= size * 2 ** -49) return sum
  // Most are clear without the power of two itself. What is that small has lost digits of its own.
  if (left < size * 2 ** -50 && size > 1e-200) return 0
  return left < 2 ** (Math.floor(Math.log2(size)) - 49) ? 0 : sum
}
