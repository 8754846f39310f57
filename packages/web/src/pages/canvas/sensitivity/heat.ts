import type { Metric } from '@deal-canvas/contract'
import { toneOf } from '../what-if/effects.ts'

/** The color of a cell: from the strongest worse to the strongest better, 0 for the base; or plain if neither is better. */
export interface Heat {
  tone: 'better' | 'worse' | 'plain'
  /** 0 to 4. */
  level: number
}

const levels = 4

/** Colors each value by how far it is from the base, relative to the farthest value in the table. */
export const heatOf = (
  values: readonly (number | null)[],
  base: number,
  better: Metric['better'] | undefined,
): ((value: number) => Heat) => {
  const farthest = Math.max(0, ...values.map((value) => (value === null ? 0 : Math.abs(value - base))))
  return (value) => {
    const distance = Math.abs(value - base)
    // Differences of the last digits are noise of the computation.
    if (farthest === 0 || distance <= 1e-9 * Math.max(1, Math.abs(base))) return { tone: 'plain', level: 0 }
    return { tone: toneOf(value - base, better), level: Math.max(1, Math.ceil((levels * distance) / farthest)) }
  }
}
