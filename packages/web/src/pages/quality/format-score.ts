import type { DataQuality } from '@deal-canvas/contract'
import { bandOf } from '../../ui/score-band.ts'

type Counts = Pick<DataQuality['data_quality_summary'], 'critical' | 'high' | 'medium' | 'low'>

const small = ['nothing', 'one thing', 'two things', 'three things', 'four things', 'five things', 'six things']

/** "Good, one thing to fix": what is grave comes first, what is small does not alarm. */
export const formatScore = (score: number, { critical, high, medium, low }: Counts): string => {
  const grave = critical + high
  const { name } = bandOf(score)
  if (grave > 0) return `${name}, ${small[grave] ?? `${grave} things`} to fix`
  return medium + low > 0 ? `${name}, no serious issues` : `${name}, no issues found`
}

/** Why the score cannot be higher for now; undefined: nothing holds it down. */
export const formatScoreCap = ({ critical, high }: Counts, coverage: number): string | undefined => {
  if (critical > 0) return 'At most 59 while a critical finding is open.'
  if (high > 0) return 'At most 89 while a high finding is open.'
  return coverage < 1 ? 'Not 100, because a part of the model could not be examined.' : undefined
}
