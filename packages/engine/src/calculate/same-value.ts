import { isError, type Scalar } from '../value/value.ts'

/** The tolerances within which two numbers count as equal. */
export const tolerance = { exact: 1e-9, iterative: 1e-6 } as const

/** Whether a value matches the cached value. An empty text and an empty cell look the same. */
export const sameValue = (got: Scalar, expected: Scalar, within: number = tolerance.exact): boolean => {
  if (typeof got === 'number' && typeof expected === 'number') {
    if (got === expected) return true
    const size = Math.max(Math.abs(got), Math.abs(expected))
    // Below that, both are rounding noise around zero.
    return Math.abs(got - expected) <= Math.max(size * within, 1e-12)
  }
  if (isError(got) && isError(expected)) return got.error === expected.error
  if ((got === null || got === '') && (expected === null || expected === '')) return true
  return got === expected
}
