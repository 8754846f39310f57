import type { ThresholdResult, ThresholdSide } from '@deal-canvas/contract'

/** The limit of a hurdle or covenant. */
export interface Limit {
  side: ThresholdSide
  /** In the unit of the metric. */
  value: number
}

/** The side of a limit on which it is breached. */
export const breachSides = { at_least: 'below', at_most: 'above' } as const satisfies Record<ThresholdSide, string>

export interface Compared {
  value: number | null
  /** Negative if the limit is breached; null: the metric has no value. */
  headroom: number | null
  isBreached: boolean | null
}

/** A hundred-millionth: goal seek finds the limit itself only to a billionth, and that is no breach. */
const tolerance = 1e-8

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b))

/** Without the noise of floating-point subtraction. */
const rounded = (value: number): number => Number(value.toPrecision(12))

/** How far a metric is from a limit. A value that equals the limit is not breached. */
export const compareWithThreshold = ({ side, value: limit }: Limit, value: number | null): Compared => {
  if (value === null) return { value, headroom: null, isBreached: null }
  if (isSame(value, limit)) return { value, headroom: 0, isBreached: false }
  const headroom = rounded(side === 'at_least' ? value - limit : limit - value)
  return { value, headroom, isBreached: headroom < 0 }
}

/** The comparison for the API. */
export const presentThresholdResult = (threshold: Limit & { id: string }, value: number | null): ThresholdResult => {
  const { headroom, isBreached } = compareWithThreshold(threshold, value)
  return { threshold_id: threshold.id, value, headroom, is_breached: isBreached }
}
