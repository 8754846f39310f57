import type { Distribution, DistributionKind } from './distribution.ts'
import { ImpossibleSimulation } from './impossible.ts'

/** A distribution by how far it reaches on both sides of a value. */
export interface Spread {
  readonly kind: DistributionKind
  /** As a share of the value: 0.2 is 20 % either way. */
  readonly spread?: number | undefined
  /** In the units of the metric, instead of a share. */
  readonly width?: number | undefined
}

/** Nine of ten draws of a normal distribution lie so many deviations around its mean. */
const ninetyPercent = 1.6448536269514722

/** Whether it is told by its reach, not by its parameters. */
export const isSpread = (given: Distribution | Spread): given is Spread =>
  !('mean' in given) && !('low' in given) && !('mode' in given)

const reaching = ({ kind, spread = 0.2, width }: Spread, value: number): Distribution => {
  const reach = width ?? Math.abs(value) * spread
  if (!(reach >= 0)) throw new ImpossibleSimulation('A spread is not negative')
  const [low, high] = [value - reach, value + reach]
  switch (kind) {
    // Without ends, they are given the width in which nine of ten draws lie.
    case 'normal':
    case 'lognormal':
      return { kind, mean: value, deviation: reach / ninetyPercent }
    case 'uniform':
      return { kind, low, high }
    default:
      return { kind, low, mode: value, high }
  }
}

/** The same shape around another value: moved, or stretched where it may not pass zero. */
const moved = (given: Distribution, from: number, to: number): Distribution => {
  const by = to - from
  if (by === 0) return given
  switch (given.kind) {
    case 'normal':
      return { ...given, mean: given.mean + by }
    case 'lognormal': {
      const ratio = to / from
      if (!(ratio > 0 && Number.isFinite(ratio)))
        throw new ImpossibleSimulation('A lognormal distribution needs values above zero, before the change too')
      return { ...given, mean: given.mean * ratio, deviation: given.deviation * ratio }
    }
    case 'uniform':
      return { ...given, low: given.low + by, high: given.high + by }
    default:
      return { ...given, low: given.low + by, mode: given.mode + by, high: given.high + by }
  }
}

const tighter = (
  one: number | undefined,
  other: number | undefined,
  choose: (one: number, other: number) => number,
): number | undefined => (one === undefined ? other : other === undefined ? one : choose(one, other))

/**
 * The distribution around a value. It was told around `told`, which is another value where the one before a change is
 * meant. It is cut off at the plausible range, which a value that lies outside itself widens as far as itself.
 */
export const distributionAround = (
  given: Distribution | Spread,
  { value, told, range }: { value: number; told: number; range?: readonly [number, number] | null | undefined },
): Distribution => {
  const shape = isSpread(given) ? reaching(given, value) : moved(given, told, value)
  if (range === undefined || range === null) return shape
  const [lowest, highest] = range
  return {
    ...shape,
    min: tighter(shape.min, Math.min(lowest, value), Math.max),
    max: tighter(shape.max, Math.max(highest, value), Math.min),
  }
}
