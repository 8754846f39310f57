import { meanOf, percentileOf } from './summary.ts'
import { tidy } from './units.ts'

/** What the worst twentieth of the trials have in common. */
export interface Worst {
  readonly samples: number
  /** The mean of the output in them (conditional value at risk). */
  readonly mean: number
  /** The inputs in them, compared with all trials. */
  readonly inputs: readonly {
    readonly key: string
    readonly p5: number
    readonly p50: number
    readonly p95: number
    readonly usual: number
  }[]
}

const twentieth = 0.05

/**
 * Examines the worst trials; those without a number are counted elsewhere. `sorted` are the output's sorted numbers.
 */
export const worstOf = (
  values: Float64Array,
  sorted: Float64Array,
  {
    better,
    keys,
    draws,
    usual,
  }: {
    better: 'higher' | 'lower'
    keys: readonly string[]
    draws: readonly Float64Array[]
    /** The median of each input over all trials. */
    usual: readonly number[]
  },
): Worst => {
  const count = Math.max(1, Math.floor(sorted.length * twentieth))
  const isLow = better === 'higher'
  const tail = isLow ? sorted.subarray(0, count) : sorted.subarray(sorted.length - count)
  const edge = (isLow ? tail[count - 1] : tail[0]) ?? 0
  const chosen: number[] = []
  const onEdge: number[] = []
  values.forEach((value, sample) => {
    if (isLow ? value < edge : value > edge) chosen.push(sample)
    else if (value === edge) onEdge.push(sample)
  })
  chosen.push(...onEdge.slice(0, count - chosen.length))
  return {
    samples: count,
    mean: tidy(meanOf(tail)),
    inputs: keys.map((key, input) => {
      const own = Float64Array.from(chosen, (sample) => draws[input]?.[sample] ?? 0).sort()
      return {
        key,
        p5: tidy(percentileOf(own, 0.05)),
        p50: tidy(percentileOf(own, 0.5)),
        p95: tidy(percentileOf(own, 0.95)),
        usual: usual[input] ?? Number.NaN,
      }
    }),
  }
}
