import { maxTextLength } from '../functions/text-limit.ts'
import { toText } from '../value/coerce.ts'
import { compareText } from '../value/compare.ts'
import type { Scalar } from '../value/value.ts'

/** Two values joined by `&`; undefined if one is an error or the result is too long. */
export const joined = (left: Scalar | undefined, right: Scalar | undefined): string | undefined => {
  const [a, b] = [left === undefined ? left : toText(left), right === undefined ? right : toText(right)]
  return typeof a === 'string' && typeof b === 'string' && a.length + b.length <= maxTextLength ? a + b : undefined
}

/** Whether two texts are equal as Excel compares them. */
export const sameText = (a: string, b: string): boolean => compareText(a, b) === 0
