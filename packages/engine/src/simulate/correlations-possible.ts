import { choleskyOf, ImpossibleCorrelation } from './cholesky.ts'
import type { RankCorrelation } from './request.ts'

/**
 * Whether some correlations can hold at once: A cannot follow B and C closely if B and C move against each other. Each
 * pair is given once.
 */
export const correlationsPossible = (correlations: readonly RankCorrelation[]): boolean => {
  const keys = [...new Set(correlations.flatMap(({ one, other }) => [one, other]))]
  const matrix = keys.map((_, i) => keys.map((_, j): number => (i === j ? 1 : 0)))
  for (const { one, other, correlation } of correlations)
    for (const [row, column] of [
      [one, other],
      [other, one],
    ] as const) {
      const line = matrix[keys.indexOf(row)]
      if (line !== undefined) line[keys.indexOf(column)] = correlation
    }
  try {
    choleskyOf(matrix)
    return true
  } catch (error) {
    if (error instanceof ImpossibleCorrelation) return false
    throw error
  }
}
