import type { FormulaCell } from '../calculate/model.ts'
import type { Expression } from '../formula/expression.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import { isError, type Scalar } from '../value/value.ts'
import type { FormulaCheck } from './check.ts'
import type { Slip } from './finding.ts'
import type { Layout } from './layout.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { isPlainSum } from './sums.ts'
import { formatValue } from './wording.ts'

const closeness = 1e-6
/** A difference below this share of what a formula reads is the residue of numbers that cancel out. */
const residue = 1e-8
/** Maximum number of cells scanned for the largest of them. */
const maxCells = 2_000
const spelledError = /^#[A-Z0-9/]+[!?]?$/

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')
const isNothing = (value: Scalar): boolean => value === null || value === '' || value === 0

/** The largest number that a formula reads. */
const largestRead = ({ model }: Layout, { areas }: FormulaCell): number => {
  let [largest, left] = [0, maxCells]
  for (const area of areas) {
    const used = model.grid.used(area)
    if (used === undefined) continue
    for (let row = used.top; row <= used.bottom; row++)
      for (let column = used.left; column <= used.right && left > 0; column++, left--) {
        const value = model.grid.get(model.grid.idOf(used.sheet, row, column))
        if (typeof value === 'number') largest = Math.max(largest, Math.abs(value))
      }
  }
  return largest
}

/** Whether two values really differ: not only in notation, and not if our own result can be the wrong one. */
const differs = (layout: Layout, formula: FormulaCell, got: Scalar, expected: Scalar): boolean => {
  if (typeof got === 'number' && typeof expected === 'number') {
    const size = Math.max(Math.abs(got), Math.abs(expected), 1e-6)
    const off = Math.abs(got - expected)
    return off > closeness * size && off > residue * largestRead(layout, formula)
  }
  // An error on one side is a function that one of the two programs does not support or computes differently.
  if (isError(got) || isError(expected)) return false
  if (typeof expected === 'string' && spelledError.test(expected.trim())) return false
  if (isNothing(got) && isNothing(expected)) return false
  // TEXT follows the locale of the author's program: 1.234,50 € and $1,234.50 mean the same.
  if (typeof got === 'string' && typeof expected === 'string') return lettersOf(got) !== lettersOf(expected)
  // The error branch of IFERROR: we could not compute the other one.
  if (typeof got === 'string' && typeof expected === 'number' && formula.functions.has('IFERROR')) return false
  return got !== expected
}

/** The formulas in cycles and their dependents: where an iteration ends depends on where it started. */
const unsettledOf = ({ model, components }: Layout): Uint8Array => {
  const unsettled = new Uint8Array(model.formulas.length)
  for (const { nodes, circular } of components) {
    const isOne = circular || nodes.some((n) => model.dependsOn(n).some((other) => unsettled[other] === 1))
    if (isOne) for (const n of nodes) unsettled[n] = 1
  }
  return unsettled
}

/** Cached values that differ from what their formulas give. */
export const staleValues: FormulaCheck = (layout) => {
  const { check, workbook, formulaNumberAt } = layout
  if (check.computed === 0) return undefined
  const unsettled = unsettledOf(layout)
  const hasCycle = unsettled.includes(1)
  const isInTable = ({ sheet, row, column }: FormulaCell['place']): boolean =>
    (workbook.sheets[sheet]?.dataTables ?? []).some(
      ({ area }) => row >= area.top && row <= area.bottom && column >= area.left && column <= area.right,
    )
  const numbers = new Map<Expression, number>()
  const numberOf = (expression: Expression): number => {
    const known = numbers.get(expression) ?? numbers.size
    numbers.set(expression, known)
    return known
  }
  const stale = check.disagreeing.filter(({ formula, got, expected }) => {
    const n = formulaNumberAt(formula.place.sheet, formula.place.row, formula.place.column)
    if (unsettled[n] === 1 || (hasCycle && isInTable(formula.place))) return false
    // A sum that does not add up is reported by another check.
    return !(isPlainSum(formula.expression) && typeof expected === 'number') && differs(layout, formula, got, expected)
  })
  // Copies of one formula are stale for one reason.
  const groups = groupBy(stale, ({ formula: { place, expression } }) => `${place.sheet} ${numberOf(expression)}`)
  return [...groups.values()].map((group): Slip => {
    const [got, expected] = [group[0]?.got ?? null, group[0]?.expected ?? null]
    const places = group.map(({ formula }) => formula.place)
    return {
      check: 'stale_cached_value',
      message: messages.staleValue({
        stored: formatValue(expected),
        cells: layout.nameCells(places),
        computed: formatValue(got),
      }),
      areas: rectangles(places),
    }
  })
}
