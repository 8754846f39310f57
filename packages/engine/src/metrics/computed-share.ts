import type { Calculator } from '../compile/calculator.ts'
import { type FrozenFormula, frozenFormulas } from '../compile/frozen-formulas.ts'

/** The formulas behind cells, their own among them. */
export interface ComputedShare {
  readonly formulas: number
  /** Those that were recalculated, and agree with their cached value where the file has one. */
  readonly computed: number
  /** 1 where there are no formulas: nothing is frozen then. */
  readonly share: number
  /** Those that are frozen at their cached value. */
  readonly frozen: readonly FrozenFormula[]
}

/** Makes the function that says how much of what cells depend on is recalculated; the rest is frozen. */
export const createComputedShare = (calculator: Calculator): ((cellIds: readonly number[]) => ComputedShare) => {
  const { model } = calculator
  const frozenAt = frozenFormulas(calculator)

  return (cellIds) => {
    const isSeen = new Uint8Array(model.count)
    const seen: number[] = []
    const frozen: FrozenFormula[] = []
    const see = (node: number): void => {
      if (node < 0 || isSeen[node] === 1) return
      isSeen[node] = 1
      seen.push(node)
      const found = frozenAt.get(node)
      if (found !== undefined) frozen.push(found)
    }
    for (const id of cellIds) see(model.nodeAt(id))
    // The list grows while it is walked.
    for (const node of seen) for (const other of model.dependsOn(node)) see(other)
    const formulas = seen.length
    const computed = formulas - frozen.length
    return { formulas, computed, share: formulas === 0 ? 1 : computed / formulas, frozen }
  }
}
