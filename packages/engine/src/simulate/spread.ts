import { simulationMessages as messages } from '../messages/simulation.ts'
import type { Distribution, DistributionKind } from './distribution.ts'
import { ImpossibleSimulation } from './impossible.ts'

/** A distribution given by its range on both sides of a value. */
export interface Spread {
  readonly kind: Exclude<DistributionKind, 'discrete' | 'history'>
  /** As a share of the value: 0.2 is 20 % either way. */
  readonly spread?: number | undefined
  /** In the units of the metric, instead of a share; a pair if it reaches less far below than above. */
  readonly width?: number | readonly [below: number, above: number] | undefined
}

/** Nine of ten values of a normal distribution lie within this many standard deviations of its mean. */
const ninetyPercent = 1.6448536269514722

/** Whether it is given by its range, not by its parameters. */
export const isSpread = (given: Distribution | Spread): given is Spread =>
  !('mean' in given) && !('low' in given) && !('mode' in given) && !('choices' in given) && !('observed' in given)

const reaching = ({ kind, spread = 0.2, width }: Spread, value: number, step: number | undefined): Distribution => {
  const wanted = width ?? Math.abs(value) * spread
  const [below, above] = (typeof wanted === 'number' ? ([wanted, wanted] as const) : wanted).map((reach) => {
    if (!(reach >= 0)) throw new ImpossibleSimulation(messages.spread())
    // Half a step either way would be rounded back to the value: an input that varies at all varies by a step.
    return step === undefined || reach === 0 ? reach : Math.max(reach, step)
  }) as [number, number]
  const [low, high] = [value - below, value + above]
  switch (kind) {
    // For unbounded distributions, the width contains nine of ten values.
    case 'normal':
    case 'lognormal':
      return { kind, mean: value, deviation: (below + above) / 2 / ninetyPercent }
    case 'uniform':
      return { kind, low, high }
    default:
      return { kind, low, mode: value, high }
  }
}

/** The same shape around another value: shifted, or scaled if it must not pass zero. */
const moved = (given: Distribution, from: number, to: number): Distribution => {
  const by = to - from
  if (by === 0) return given
  switch (given.kind) {
    case 'normal':
      return { ...given, mean: given.mean + by }
    case 'lognormal': {
      const ratio = to / from
      if (!(ratio > 0 && Number.isFinite(ratio))) throw new ImpossibleSimulation(messages.lognormalValues())
      return { ...given, mean: given.mean * ratio, deviation: given.deviation * ratio }
    }
    case 'uniform':
      return { ...given, low: given.low + by, high: given.high + by }
    case 'discrete':
      return given.choices.includes(to) ? { ...given, likely: to } : given
    case 'history':
      return { ...given, observed: given.observed.map((value) => value + by) }
    default:
      return { ...given, low: given.low + by, mode: given.mode + by, high: given.high + by }
  }
}

/**
 * The distribution around a value. It was given around `givenAround`, which differs if the value before a change is meant. The
 * plausible range bounds its values, and is widened to include a value outside it.
 */
export const distributionAround = (
  given: Distribution | Spread,
  { value, givenAround, range, step }: Around,
): Distribution => {
  const shape = isSpread(given) ? reaching(given, value, step) : moved(given, givenAround, value)
  if (shape.kind === 'discrete') return shape
  const stepped = step === undefined ? shape : { ...shape, step }
  if (range === undefined || range === null) return stepped
  const [lowest, highest] = range
  return { ...stepped, floor: Math.min(lowest, value), ceiling: Math.max(highest, value) }
}

interface Around {
  value: number
  givenAround: number
  range?: readonly [number, number] | null | undefined
  step?: number | undefined
}
