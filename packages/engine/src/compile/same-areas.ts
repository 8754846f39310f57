import type { Area } from '../value/value.ts'

/** Whether two lists hold the same rectangles in the same order. */
export const sameAreas = (left: readonly Area[], right: readonly Area[]): boolean => {
  if (left === right) return true
  if (left.length !== right.length) return false
  for (let n = 0; n < left.length; n++) {
    const [a, b] = [left[n], right[n]]
    if (a === undefined || b === undefined) return false
    if (a.sheet !== b.sheet || a.top !== b.top || a.left !== b.left || a.bottom !== b.bottom || a.right !== b.right)
      return false
  }
  return true
}
