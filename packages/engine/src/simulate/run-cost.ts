import type { Calculator } from '../compile/calculator.ts'
import type { Area } from '../value/value.ts'

/** Reading a cell of a range costs about this share of computing a formula. */
const costOfCell = 1 / 8
/** Setting inputs and reading outputs, and the few formulas that cost as much as hundreds, such as XIRR. */
const costOfAnyRun = 1_000

/**
 * What one run of a simulation costs, counted in formulas: those that depend on the inputs, and the cells that they read.
 * It depends on the model alone, not on the machine or the moment.
 */
export const costOfRun = (
  { model: { grid, areasOf }, coneOf }: Pick<Calculator, 'model' | 'coneOf'>,
  inputs: readonly number[],
): number => {
  // Whole columns and rows are read as far as cells are used.
  const cellsOf = (area: Area): number => {
    const used = grid.used(area)
    return used === undefined ? 0 : (used.bottom - used.top + 1) * (used.right - used.left + 1)
  }
  let cost = costOfAnyRun
  for (const node of coneOf(inputs)) {
    cost += 1
    for (const area of areasOf(node)) cost += costOfCell * cellsOf(area)
  }
  return cost
}
