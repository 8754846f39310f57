import { errorByCode } from '@deal-canvas/workbook-reader'
import { fault } from './run.ts'

/** The number of trials in which an output was not a number, by reason. They are excluded from everything else. */
export interface InvalidDraws {
  readonly total: number
  /** A text, a blank, or an overflow. */
  readonly notANumber: number
  /** An error, such as a division by zero. */
  readonly error: number
  /** A return that does not exist, a search without a result (#NUM!), or a circular reference that did not converge. */
  readonly notConverged: number
  /** The same by cell error, such as `#DIV/0!`; without one: `not_a_number`, `not_converged`. */
  readonly reasons: Readonly<Record<string, number>>
}

const reasonOf = (why: number): string => {
  if (why >= fault.error) return errorByCode(why - fault.error).error
  return why === fault.notConverged ? 'not_converged' : 'not_a_number'
}

/** Counts why each trial was not a number. */
export const countFaults = (faults: Uint8Array): InvalidDraws => {
  const counts = new Map<number, number>()
  for (const why of faults) if (why !== fault.none) counts.set(why, (counts.get(why) ?? 0) + 1)
  const reasons = Object.fromEntries([...counts].sort(([a], [b]) => a - b).map(([why, n]) => [reasonOf(why), n]))
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  const notANumber = reasons['not_a_number'] ?? 0
  // A return that does not exist, or a search for one without a result.
  const notConverged = (reasons['not_converged'] ?? 0) + (reasons['#NUM!'] ?? 0)
  return { total, notANumber, error: total - notANumber - notConverged, notConverged, reasons }
}
