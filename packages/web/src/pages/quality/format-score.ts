import { type DataQuality, scoreCaps } from '@deal-canvas/contract'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { bandOf } from '../../ui/score-band.ts'

type Counts = Pick<DataQuality['data_quality_summary'], 'critical' | 'high' | 'medium' | 'low'>

/** "Good, 1 issue to fix": counts only critical and high findings, so that minor ones do not cause alarm. */
export const formatScore = (score: number, { critical, high, medium, low }: Counts): string => {
  const serious = critical + high
  const band = bandOf(score).name
  if (serious > 0) return messages.bandAndFixes({ band, count: serious })
  return medium + low > 0 ? messages.bandNoSeriousIssues({ band }) : messages.bandNoIssues({ band })
}

/** Why the score is capped; undefined: it is not. */
export const formatScoreCap = ({ critical, high }: Counts, coverage: number): string | undefined => {
  if (critical > 0) return messages.cappedByCritical({ max: scoreCaps.critical })
  if (high > 0) return messages.cappedByHigh({ max: scoreCaps.high })
  return coverage < 1 ? messages.cappedByCoverage() : undefined
}
