import { createEvaluator } from '../calculate/evaluate.ts'
import { areasOf } from '../formula/area-of.ts'
import { createFormulaReader, type FormulaPlace } from '../formula/parse-formula.ts'
import type { Area, ArrayValue, Scalar } from '../value/value.ts'
import type { CallContext } from './definition.ts'

const place: FormulaPlace = { sheet: 0, row: 100, column: 100 }

/** The date-time of TODAY and NOW in tests: noon of 2024-03-15. */
const testMoment = 45_366.5

/**
 * Computes formulas next to the given cells, which start in A1 of the only sheet. The formula itself is far away from
 * them. An array is returned as its rows, an error as its name.
 */
export const calculator = (cells: readonly (readonly Scalar[])[] = [], given: Partial<CallContext> = {}) => {
  const used = ({ bottom, right, ...area }: Area): Area | undefined => {
    const last = {
      bottom: Math.min(bottom, cells.length - 1),
      right: Math.min(right, Math.max(0, ...cells.map((row) => row.length)) - 1),
    }
    return last.bottom < area.top || last.right < area.left ? undefined : { ...area, ...last }
  }
  const cell = (_: number, row: number, column: number): Scalar => cells[row]?.[column] ?? null
  const read = (area: Area): ArrayValue => {
    const { top, left, bottom, right, sheet } = used(area) ?? { ...area, bottom: area.top, right: area.left }
    const items: Scalar[] = []
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) items.push(cell(sheet, row, column))
    return { rows: bottom - top + 1, columns: right - left + 1, items }
  }
  const reader = createFormulaReader({
    sheet: (name) => (name.toLowerCase() === 'sheet1' ? 0 : undefined),
    name: () => undefined,
    table: () => undefined,
    tableAt: () => undefined,
  })
  const context: CallContext = {
    ...place,
    sheets: ['Sheet1'],
    date1904: false,
    moment: testMoment,
    random: () => 0.5,
    cell,
    used,
    read,
    formula: () => undefined,
    resolve: (text) => {
      const found = reader(text, place)
      return found.kind === 'range' ? { areas: areasOf(found, place) } : undefined
    },
    isHidden: () => false,
    ...given,
  }
  const evaluator = createEvaluator({ contextAt: () => context, names: [], tables: [], spillOf: () => undefined })
  const shown = (value: Scalar): Scalar => (typeof value === 'object' && value !== null ? value.error : value)
  return (formula: string): Scalar | Scalar[][] => {
    const { rows, columns, items } = evaluator.array(reader(formula, place), place)
    if (items.length === 1) return shown(items[0] ?? null)
    return Array.from({ length: rows }, (_, row) => items.slice(row * columns, (row + 1) * columns).map(shown))
  }
}
