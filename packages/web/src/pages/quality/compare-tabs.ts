import type { FinancialHighlight } from '@deal-canvas/contract'

type Source = FinancialHighlight['sources'][number]

export interface ComparedSource extends Source {
  /** Where the model takes the number from. */
  readonly used: boolean
  /** Says another number for the same period. */
  readonly off: boolean
}

/** Beyond the last digits: a rounded copy is the same number. */
const same = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b))

/** The surest source first. Only numbers of its period can contradict it. */
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

/** How far the sources are apart; null: no two numbers. */
export const gapOf = (highlight: FinancialHighlight): number | null => {
  const values = comparedSources(highlight).flatMap(({ used, off, value }) =>
    (used || off) && value !== null ? [value] : [],
  )
  return values.length < 2 ? null : Math.max(...values) - Math.min(...values)
}
