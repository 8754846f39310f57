import type { FinancialHighlight } from '@deal-canvas/contract'

type Source = FinancialHighlight['sources'][number]

export interface ComparedSource extends Source {
  /** The model uses the number from this source. */
  readonly used: boolean
  /** Has a different number for the same period. */
  readonly off: boolean
}

/** With a tolerance, so that a rounded copy counts as the same number. */
const same = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b))

/** The source with the highest confidence first. Only numbers of the same period can contradict it. */
export const comparedSources = ({ sources, agreement }: FinancialHighlight): ComparedSource[] => {
  const first = sources[0]
  return sources.map((source, n) => ({
    ...source,
    used: n === 0,
    off:
      agreement === 'differs' &&
      source.period === first?.period &&
      source.value !== null &&
      first.value !== null &&
      !same(source.value, first.value),
  }))
}

/** The spread between the sources; null: fewer than two numbers. */
export const gapOf = (highlight: FinancialHighlight): number | null => {
  const values = comparedSources(highlight).flatMap(({ used, off, value }) =>
    (used || off) && value !== null ? [value] : [],
  )
  return values.length < 2 ? null : Math.max(...values) - Math.min(...values)
}
