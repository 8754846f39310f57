import type { SimulatedMetric } from '@deal-canvas/contract'

export interface Limit {
  readonly value: number
  /** The bad side. */
  readonly side: 'below' | 'above'
  /** How likely it is to end up there, 0 to 1. */
  readonly probability: number
  /** Whether it is a line of its own, such as a cover of 1, or what the metric is now. */
  readonly kind: 'line' | 'now'
}

const line = /^(below|above)_(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/

/** The side of a limit that is bad. */
export const badSide = (better: 'higher' | 'lower' | null): Limit['side'] => (better === 'lower' ? 'above' : 'below')

/**
 * The limit that is worth a line in a chart: the one that was asked for, a fixed one that some draws break, otherwise what
 * the metric is now where it is said which way is worse.
 */
export const limitOf = (
  metric: SimulatedMetric,
  better: 'higher' | 'lower' | null,
  asked?: number,
): Limit | undefined => {
  const lines = Object.entries(metric.probability_of).flatMap(([name, probability]): Limit[] => {
    const [, side, value] = line.exec(name) ?? []
    return value === undefined
      ? []
      : [{ value: Number(value), side: side === 'above' ? 'above' : 'below', probability, kind: 'line' }]
  })
  const own = lines.find(({ value }) => value === asked)
  if (own !== undefined) return own
  const broken = lines.filter(({ probability }) => probability > 0)
  const worst = broken.toSorted((a, b) => b.probability - a.probability)[0]
  if (worst !== undefined) return worst
  const worse = metric.probability_of['worse_than_base']
  if (worse === undefined || metric.before === null || better === null) return undefined
  return { value: metric.before, side: badSide(better), probability: worse, kind: 'now' }
}
