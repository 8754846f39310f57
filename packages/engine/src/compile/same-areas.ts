import type { Area } from '../value/value.ts'

/** Whether two lists hold the same rectangles, one after the other. */
export const sameAreas = (one: readonly Area[], other: readonly Area[]): boolean => {
  if (one === other) return true
  if (one.length !== other.length) return false
  for (let n = 0; n < one.length; n++) {
    const [a, b] = [one[n], other[n]]
    if (a === undefined || b === undefined) return false
    if (a.sheet !== b.sheet || a.top !== b.top || a.left !== b.left || a.bottom !== b.bottom || a.right !== b.right)
      return false
  }
  return true
}
