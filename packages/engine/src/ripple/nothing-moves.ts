import { counted } from '../integrity/wording.ts'
import type { MetricMove, RippleWarning } from './ripple-result.ts'

interface Outcome {
  readonly changed: readonly MetricMove[]
  /** The changes that set a cell to another value than it holds. */
  readonly moving: readonly unknown[]
  /** Formulas that came out differently. */
  readonly moved: ReadonlySet<number>
  /** Warnings of formulas that keep their values although the change reaches them. */
  readonly kept: readonly RippleWarning[]
  readonly recalculated: number
}

const reasonFor = ({ changed, moving, moved, kept, recalculated }: Outcome): string | undefined => {
  if (moving.length === 0)
    return changed.length === 1
      ? `${changed[0]?.label} already has this value.`
      : 'The metrics already have these values.'
  if (moved.size > 0)
    return `${counted(moved.size, 'formula')} changed, but none of the other metrics depends on ${moved.size === 1 ? 'it' : 'them'}.`
  if (kept.length > 0) return 'The formulas that use the changed cell cannot be computed and keep their values.'
  if (recalculated > 0) return `${counted(recalculated, 'formula')} recalculated and gave the same result as before.`
  // Nothing depends on the cell, which is a warning of its own.
  return undefined
}

/** Says why a what-if changes no other metric. */
export const nothingMoves = (outcome: Outcome): RippleWarning[] => {
  const reason = reasonFor(outcome)
  if (reason === undefined) return []
  return [{ code: 'nothing_moves', severity: 'medium', message: `No other metric changes. ${reason}`, metricKey: null }]
}
