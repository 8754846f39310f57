import type { Model } from '../calculate/model.ts'
import type { CellLabels } from './cell-labels.ts'
import { liesIn, slotOf } from './reach.ts'

/** How an effect is connected to its cause. */
export interface Trace {
  /** The number of formulas in between, including the effect's own. */
  readonly depth: number
  /** Slots from the cause to the effect. */
  readonly cells: readonly number[]
}

interface Given {
  readonly model: Model
  /** Slots that were set, in the order of the changes. */
  readonly causes: readonly number[]
  /** Nodes whose value changed. */
  readonly changed: ReadonlySet<number>
  readonly labels: CellLabels
}

/** The distance of each node from the causes, through nodes that changed themselves. */
const depthsFrom = (
  { model, changed }: Given,
  causesOf: (node: number) => readonly number[],
): ReadonlyMap<number, number> => {
  const dependents = new Map<number, number[]>()
  const depths = new Map<number, number>()
  let level: number[] = []
  for (const node of changed) {
    for (const other of model.dependsOn(node)) {
      if (other === node || !changed.has(other)) continue
      const list = dependents.get(other)
      if (list === undefined) dependents.set(other, [node])
      else list.push(node)
    }
    if (causesOf(node).length === 0) continue
    depths.set(node, 1)
    level.push(node)
  }
  for (let depth = 2; level.length > 0; depth++) {
    const next: number[] = []
    for (const node of level)
      for (const other of dependents.get(node) ?? [])
        if (!depths.has(other)) {
          depths.set(other, depth)
          next.push(other)
        }
    level = next
  }
  return depths
}

/**
 * Finds the shortest paths from the causes to the effects, through cells that changed themselves: a formula can refer
 * to a cell without being affected, as IF is by the branch it does not take.
 */
export const createTraces = (given: Given) => {
  const { model, causes, labels } = given
  const { grid, workbook } = model
  const causesOf = (node: number): number[] => causes.filter((id) => liesIn(model.areasOf(node), model, id))
  const depths = depthsFrom(given, causesOf)

  /** The most descriptive comes first; ties are broken by position, so that the order of sheets does not matter. */
  const compare = (a: number, b: number): number => {
    const rank = labels.rankOf(a) - labels.rankOf(b)
    if (rank !== 0) return rank
    const [here, there] = [grid.placeOf(a), grid.placeOf(b)]
    const [name = '', another = ''] = [here, there].map(({ sheet }) => workbook.sheets[sheet]?.name)
    if (name !== another) return name < another ? -1 : 1
    return here.row - there.row || here.column - there.column
  }
  const before = (node: number, depth: number): number | undefined => {
    let best: number | undefined
    for (const other of model.dependsOn(node)) {
      if (depths.get(other) !== depth) continue
      if (best === undefined || compare(slotOf(model, other), slotOf(model, best)) < 0) best = other
    }
    return best
  }

  /** Undefined if nothing leads there. */
  return (effect: number): Trace | undefined => {
    if (causes.includes(effect)) return { depth: 0, cells: [effect] }
    let node: number | undefined = model.nodeAt(effect)
    const depth = depths.get(node)
    if (depth === undefined) return undefined
    const cells = [effect]
    for (let left = depth - 1; left > 0 && node !== undefined; left--) {
      node = before(node, left)
      if (node !== undefined) cells.push(slotOf(model, node))
    }
    const [cause] = node === undefined ? [] : causesOf(node)
    if (cause !== undefined) cells.push(cause)
    return { depth, cells: cells.reverse() }
  }
}
