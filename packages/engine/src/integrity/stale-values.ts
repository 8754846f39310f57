import { isError, type Scalar } from '../value/value.ts'
import type { FormulaCheck } from './check.ts'
import type { Slip } from './finding.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { isPlainSum } from './sums.ts'
import { inCells, saidValue } from './wording.ts'

/** Circular references come to rest near their solution, not on it. */
const closeness = { plain: 1e-6, circular: 1e-3 }

/** One error or another: that it is one is told as such. */
const differs = (got: Scalar, expected: Scalar, within: number): boolean =>
  typeof got === 'number' && typeof expected === 'number'
    ? Math.abs(got - expected) > within * Math.max(Math.abs(got), Math.abs(expected), 1e-6)
    : got !== expected && !(isError(got) && isError(expected))

/** Values in the file that are not what their formulas give. */
export const staleValues: FormulaCheck = ({ check, model, components }) => {
  if (check.computed === 0) return undefined
  const circular = new Set(
    components.flatMap(({ nodes, circular }) => (circular ? nodes.map((n) => model.formulas[n]?.id ?? 0) : [])),
  )
  const stale = check.disagreeing.filter(
    ({ formula, got, expected }) =>
      // A sum that does not add up is told as such.
      !(isPlainSum(formula.expression) && typeof expected === 'number') &&
      differs(got, expected, circular.has(formula.id) ? closeness.circular : closeness.plain),
  )
  return [...groupBy(stale, ({ formula: { place } }) => `${place.sheet} ${place.row}`).values()].map((group): Slip => {
    const first = group[0]
    const [got, expected] = [first?.got ?? null, first?.expected ?? null]
    return {
      check: 'stale_cached_value',
      // An error may be ours: a function that is computed differently here.
      ...(isError(got) && !isError(expected) ? { severity: 'high' as const } : {}),
      message: `The file says ${saidValue(expected)}, but the formula gives ${saidValue(got)}${inCells(group.length)}.`,
      areas: rectangles(group.map(({ formula }) => formula.place)),
    }
  })
}
