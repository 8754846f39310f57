import { warningMessages as messages } from '../messages/warnings.ts'
import type { MetricMove, RippleWarning } from './ripple-result.ts'

interface Outcome {
  readonly changed: readonly MetricMove[]
  /** The changes that set a cell to another value than its current one. */
  readonly moving: readonly unknown[]
  /** Formulas whose value changed. */
  readonly moved: ReadonlySet<number>
  /** Warnings about formulas that keep their values although the change reaches them. */
  readonly kept: readonly RippleWarning[]
  readonly recalculated: number
}

const messageFor = ({ changed, moving, moved, kept, recalculated }: Outcome): string | undefined => {
  if (moving.length === 0)
    return changed.length === 1 ? messages.sameValue({ name: changed[0]?.label ?? '' }) : messages.sameValues()
  if (moved.size > 0) return messages.onlyFormulas({ count: moved.size })
  if (kept.length > 0) return messages.cannotRecalculate()
  if (recalculated > 0) return messages.sameResults({ count: recalculated })
  // Nothing depends on the cell, which has a separate warning.
  return undefined
}

/** Explains why a what-if changes no other metric. */
export const nothingMoves = (outcome: Outcome): RippleWarning[] => {
  const message = messageFor(outcome)
  return message === undefined ? [] : [{ code: 'nothing_moves', severity: 'medium', message, metricKey: null }]
}
