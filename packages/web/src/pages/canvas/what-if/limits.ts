import type { SimulatedMetric } from '@deal-canvas/contract'

export interface Limit {
  readonly value: number
  /** The side on which the limit is breached. */
  readonly side: 'below' | 'above'
  /** The probability of a breach, 0 to 1. */
  readonly probability: number
  /** Whether it is a fixed limit, such as a DSCR of 1, or the current value of the metric. */
  readonly kind: 'line' | 'now'
}

const line = /^(below|above)_(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/

/** The side on which a limit is breached. */
export const badSide = (better: 'higher' | 'lower' | null): Limit['side'] => (better === 'lower' ? 'above' : 'below')

/**
 * The limit to draw in a chart: the one the user entered, else the fixed one breached most often, else the current
 * value of the metric if it is known which direction is worse.
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
