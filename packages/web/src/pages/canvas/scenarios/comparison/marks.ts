import type { Metric } from '@deal-canvas/contract'

export type Mark = 'best' | 'worst' | undefined

/** Whether two values differ by more than the noise of the computation. */
export const differs = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a !== b : Math.abs(a - b) > 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

/** Marks the best and the worst values of a row; none if they are equal or if neither direction is better. */
export const marksOf = (values: readonly (number | null)[], better: Metric['better'] | undefined): Mark[] => {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  if (known.length < 2 || better === null || better === undefined || !differs(low, high))
    return values.map(() => undefined)
  const [best, worst] = better === 'higher' ? [high, low] : [low, high]
  return values.map((value) => {
    if (value === null) return undefined
    if (!differs(value, best)) return 'best'
    return differs(value, worst) ? undefined : 'worst'
  })
}
