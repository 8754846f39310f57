import type { Model } from '../calculate/model.ts'

/** The reverse dependency graph: which nodes depend on which. */
export const createDependents = ({ count, grid, areasOf, dependsOn }: Model) => {
  const starts = new Int32Array(count + 1)
  for (let n = 0; n < count; n++) for (const other of dependsOn(n)) starts[other + 1] = (starts[other + 1] ?? 0) + 1
  for (let n = 0; n < count; n++) starts[n + 1] = (starts[n + 1] ?? 0) + (starts[n] ?? 0)
  const next = starts.slice()
  const edges = new Int32Array(starts[count] ?? 0)
  for (let n = 0; n < count; n++)
    for (const other of dependsOn(n)) {
      const at = next[other] ?? 0
      edges[at] = n
      next[other] = at + 1
    }

  /** Nodes that read a slot, directly or as part of a rectangle. */
  const lookingAt = (id: number): number[] => {
    const { sheet, row, column } = grid.placeOf(id)
    const found: number[] = []
    for (let n = 0; n < count; n++) {
      const looks = areasOf(n).some(
        (area) =>
          area.sheet === sheet && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right,
      )
      if (looks) found.push(n)
    }
    return found
  }

  return {
    /** The direct dependents of a node: those in `edges` from `starts[node]` up to `starts[node + 1]`. */
    starts,
    edges,
    /** All nodes that change when these slots do, including these nodes themselves; each once. */
    cone: (ids: readonly number[], nodes: readonly number[] = []): number[] => {
      const seen = new Uint8Array(count)
      const found: number[] = []
      const waiting: number[] = []
      const enter = (n: number): void => {
        if (seen[n] === 1) return
        seen[n] = 1
        found.push(n)
        waiting.push(n)
      }
      for (const n of nodes) enter(n)
      for (const id of ids) for (const n of lookingAt(id)) enter(n)
      for (let n = waiting.pop(); n !== undefined; n = waiting.pop())
        for (let at = starts[n] ?? 0; at < (starts[n + 1] ?? 0); at++) enter(edges[at] ?? 0)
      return found
    },
  }
}
