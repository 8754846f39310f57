import type { Calculator } from '../compile/calculator.ts'
import { type FrozenFormula, frozenFormulas } from '../compile/frozen-formulas.ts'

/** The formulas behind cells, including their own. */
export interface ComputedShare {
  readonly formulas: number
  /** Those that were recalculated and agree with their cached value, if there is one. */
  readonly computed: number
  /** 1 if there are no formulas: nothing is frozen then. */
  readonly share: number
  /** Those frozen at their cached value. */
  readonly frozen: readonly FrozenFormula[]
}

/** Creates a function that returns the share of recalculated formulas behind cells; the rest is frozen. */
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
    // The list grows during the loop.
    for (const node of seen) for (const other of model.dependsOn(node)) see(other)
    const formulas = seen.length
    const computed = formulas - frozen.length
    return { formulas, computed, share: formulas === 0 ? 1 : computed / formulas, frozen }
  }
}
