import type { Scalar } from './value.ts'

/** Numbers come before texts, texts before FALSE and TRUE. */
const rank = (value: Scalar): number => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2)

/** The value of an empty cell when compared with another value. */
const emptyBeside = (other: Scalar): Scalar => (typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0)

/** Equal in the 15 digits that Excel shows and compares. */
export const sameNumber = (a: number, b: number): boolean => {
  if (a === b) return true
  const difference = Math.abs(a - b)
  if (difference > Math.max(Math.abs(a), Math.abs(b)) * 1e-14) return false
  return a.toPrecision(15) === b.toPrecision(15)
}

/** Letters compare case-insensitively. */
export const compareText = (left: string, right: string): number => {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()]
  return a === b ? 0 : a < b ? -1 : 1
}

/** Negative, 0 or positive, as Excel orders two values that are not errors. */
export const compareValues = (left: Scalar, right: Scalar): number => {
  const a = left === null ? emptyBeside(right) : left
  const b = right === null ? emptyBeside(left) : right
  if (typeof a === 'number' && typeof b === 'number') return sameNumber(a, b) ? 0 : a < b ? -1 : 1
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  return rank(a) - rank(b)
}
