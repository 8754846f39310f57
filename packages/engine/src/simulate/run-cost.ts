import type { Calculator } from '../compile/calculator.ts'
import { whileChanged } from '../ripple/apply-changes.ts'
import type { Area } from '../value/value.ts'

/** The cost of reading a cell of a range, relative to computing a formula. */
const costOfCell = 1 / 8
/**
 * The cost of setting inputs and reading outputs, and of the few formulas that cost as much as hundreds, such as XIRR.
 */
const costOfAnyRun = 1_000
/** The factor for formulas that cannot be computed for several trials at a time. */
const costOneByOne = 8
/** How far inputs are moved to count the iterations of circular references: about as far as trials move them. */
const probe = 1.01

/**
 * The cost of one simulation run, in formulas: those that depend on the inputs, the cells they read, and for circular
 * references the iterations after a small move of the inputs. It depends only on the model, not on the machine or the
 * time.
 */
export const costOfRun = (calculator: Calculator, inputs: readonly number[], outputs: readonly number[]): number => {
  const { grid, areasOf } = calculator.model
  // Whole columns and rows are clipped to the used range.
  const cellsOf = (area: Area): number => {
    const used = grid.used(area)
    return used === undefined ? 0 : (used.bottom - used.top + 1) * (used.right - used.left + 1)
  }
  const changes = inputs.map((id) => ({ id, value: (grid.numbers[id] ?? 0) * probe }))
  const cone = calculator.coneOf(inputs)
  const times = calculator.lanes(inputs, outputs) === undefined ? costOneByOne : 1
  return whileChanged(calculator, calculator.hasCycles(cone) ? changes : [], () => {
    let cost = costOfAnyRun
    for (const node of cone) {
      let own = 1
      for (const area of areasOf(node)) own += costOfCell * cellsOf(area)
      cost += own * calculator.roundsOf(node)
    }
    return cost * times
  })
}
