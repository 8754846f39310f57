/**
 * Snaps a sum that is only the rounding of its terms to zero. Excel does so if the last operation of a formula is an
 * addition or subtraction and the result is at least 2^50 times smaller than the larger term, counted in whole powers
 * of two.
 */
export const snap = (sum: number, a: number, b: number): number => {
  const size = Math.max(Math.abs(a), Math.abs(b))
  const left = Math.abs(sum)
  if (sum === 0 || left >= size * 2 ** -49) return sum
  // Most cases are clear without computing the power of two; tiny numbers have too few digits for this shortcut.
  if (left < size * 2 ** -50 && size > 1e-200) return 0
  return left < 2 ** (Math.floor(Math.log2(size)) - 49) ? 0 : sum
}
