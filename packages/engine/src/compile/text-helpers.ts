import { longestText } from '../functions/text-limit.ts'
import { toText } from '../value/coerce.ts'
import { compareText } from '../value/compare.ts'
import type { Scalar } from '../value/value.ts'

/** Two values joined by `&`; undefined where one of them is an error, or both are too long together. */
export const joined = (one: Scalar | undefined, other: Scalar | undefined): string | undefined => {
  const [a, b] = [one === undefined ? one : toText(one), other === undefined ? other : toText(other)]
  return typeof a === 'string' && typeof b === 'string' && a.length + b.length <= longestText ? a + b : undefined
}

/** Whether two texts are equal as Excel compares them. */
export const sameText = (one: string, other: string): boolean => compareText(one, other) === 0
