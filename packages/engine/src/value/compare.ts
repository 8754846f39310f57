import type { Scalar } from './value.ts'

/** Numbers come before texts, texts before FALSE and TRUE. */
const rank = (value: Scalar): number => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2)

/** What an empty cell is beside another value. */
const emptyBeside = (other: Scalar): Scalar => (typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0)

/** Equal in the 15 digits that Excel shows and compares. */
export const sameNumber = (one: number, other: number): boolean => {
  if (one === other) return true
  const difference = Math.abs(one - other)
  if (difference > Math.max(Math.abs(one), Math.abs(other)) * 1e-14) return false
  return one.toPrecision(15) === other.toPrecision(15)
}

/** Letters compare without regard to case. */
export const compareText = (one: string, other: string): number => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b ? 0 : a < b ? -1 : 1
}

/** Less than 0, 0, or more than 0, as Excel orders two values that are no errors. */
export const compareValues = (one: Scalar, other: Scalar): number => {
  const a = one === null ? emptyBeside(other) : one
  const b = other === null ? emptyBeside(one) : other
  if (typeof a === 'number' && typeof b === 'number') return sameNumber(a, b) ? 0 : a < b ? -1 : 1
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  return rank(a) - rank(b)
}
