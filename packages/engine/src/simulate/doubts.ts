import type { Calculator } from '../compile/calculator.ts'

const none: ReadonlySet<number> = new Set()

/**
 * Creates a function that finds the cells that depend on a formula without a reliable value: a cycle that did not
 * converge.
 */
export const createDoubts = (
  { model, unsettled, coneOf }: Calculator,
  cells: readonly number[],
): (() => ReadonlySet<number>) => {
  // Most runs leave the same formulas unsettled, if any.
  const known = new Map<string, ReadonlySet<number>>()
  return () => {
    const ids = unsettled().map(({ id }) => id)
    if (ids.length === 0) return none
    const key = ids.join(' ')
    const before = known.get(key)
    if (before !== undefined) return before
    const reached = new Set(coneOf(ids))
    for (const id of ids) reached.add(model.nodeAt(id))
    const found = new Set(cells.filter((cell) => reached.has(model.nodeAt(cell))))
    known.set(key, found)
    return found
  }
}
