import { createQuantile, type Distribution } from './distribution.ts'
import { tidy } from './units.ts'

/** An output with a single input at its P10 or P90 and all others at base. */
export interface TornadoBar {
  readonly key: string
  readonly inputP10: number
  readonly inputP90: number
  /** Null if the output is not a number. */
  readonly atP10: number | null
  readonly atP90: number | null
}

/** The two values to which an input is moved. */
export interface Ends {
  readonly p10: number
  readonly p90: number
}

/** The number of runs per input. */
export const runsPerBar = 2

/** From the distribution itself, not from the trials: the bars do not depend on the seed. */
export const endsOf = (distribution: Distribution): Ends => {
  const at = createQuantile(distribution)
  return { p10: tidy(at(0.1)), p90: tidy(at(0.9)) }
}

const sizeOf = ({ atP10, atP90 }: TornadoBar): number =>
  atP10 === null || atP90 === null ? 0 : Math.abs(atP90 - atP10)

/**
 * The bars of one output, the longest first; `runs` are its numbers in the runs of the bars, in the order of the
 * inputs.
 */
export const tornadoOf = (
  keys: readonly string[],
  ends: readonly Ends[],
  runs: Float64Array,
  scale: number,
): TornadoBar[] => {
  const numberAt = (run: number): number | null => {
    const value = (runs[run] ?? Number.NaN) * scale
    return Number.isNaN(value) ? null : tidy(value)
  }
  return keys
    .flatMap((key, input): TornadoBar[] => {
      const { p10, p90 } = ends[input] ?? { p10: 0, p90: 0 }
      // A fixed input cannot move.
      if (p10 === p90) return []
      const first = runsPerBar * input
      return [{ key, inputP10: p10, inputP90: p90, atP10: numberAt(first), atP90: numberAt(first + 1) }]
    })
    .sort((a, b) => sizeOf(b) - sizeOf(a))
}
