import type { Calculator, Change } from '../compile/calculator.ts'
import { takeSnapshot } from './snapshot.ts'

/** Sets cells, computes what depends on them, looks, and puts everything back, whatever happens. */
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
    // Formulas with OFFSET and the like look at the old cells again only when they are computed.
    if (changes.length > 0) calculator.set(changes.map(({ id }) => ({ id, value: snapshot.valueOf(id) })))
    snapshot.restore()
  }
}
