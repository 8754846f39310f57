import type { Calculator, Change } from '../compile/calculator.ts'
import { takeSnapshot } from './snapshot.ts'

/** Sets cells, computes their dependents, runs the callback, and always restores everything. */
export const whileChanged = <T>(
  calculator: Calculator,
  changes: readonly Change[],
  look: (before: ReturnType<typeof takeSnapshot>, formulasRecalculated: number) => T,
): T => {
  const { grid } = calculator.model
  const snapshot = takeSnapshot(grid)
  try {
    const formulasRecalculated = changes.length === 0 ? 0 : calculator.set(changes)
    return look(snapshot, formulasRecalculated)
  } finally {
    // Dynamic references such as OFFSET return to the old cells only when they are recomputed.
    if (changes.length > 0) calculator.set(changes.map(({ id }) => ({ id, value: snapshot.valueOf(id) })))
    snapshot.restore()
  }
}
