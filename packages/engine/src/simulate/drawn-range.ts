import { createQuantile, type Distribution } from './distribution.ts'
import type { UncertainInput } from './request.ts'
import { distributionAround } from './spread.ts'
import { tidy } from './units.ts'

const endsOf = (given: Distribution): readonly [number, number] => {
  switch (given.kind) {
    case 'normal':
    case 'lognormal': {
      const at = createQuantile(given)
      return [at(0.05), at(0.95)]
    }
    case 'discrete': {
      const possible = given.choices.filter((_, n) => given.weights?.[n] !== 0)
      return [Math.min(...possible), Math.max(...possible)]
    }
    case 'history':
      return [Math.min(...given.observed), Math.max(...given.observed)]
    default:
      return [given.low, given.high]
  }
}

/** The lowest and the highest value that is drawn; for unbounded distributions the 5th and the 95th percentile. */
export const drawnRange = ({
  distribution = { kind: 'pert' },
  value,
  range,
  step,
}: UncertainInput): { low: number; high: number } => {
  const around = distributionAround(distribution, { value, givenAround: value, range, step })
  const { floor = Number.NEGATIVE_INFINITY, ceiling = Number.POSITIVE_INFINITY } = around
  const [low, high] = endsOf(around).map((end) => {
    const stepped = around.step === undefined ? end : Math.round(end / around.step) * around.step
    return tidy(Math.min(ceiling, Math.max(floor, stepped)))
  }) as [number, number]
  return { low, high }
}
