import type { Calculator, MetricMatch, Scalar, Workbook } from '@deal-canvas/engine'
import { heldFor } from './cell-number.ts'
import type { AppliedValue } from './model-state.ts'

interface Set {
  id: number
  value: number
}

/** Runs `look` while some cells are set; the calculator is then restored bit by bit. */
export const whileSet = <Seen>(
  calculator: Calculator,
  inputs: readonly Set[],
  formulas: readonly Set[],
  look: () => Seen,
): Seen => {
  const { model } = calculator
  const { grid } = model
  const heldBefore = [...inputs, ...formulas].map(({ id }) => ({ id, value: grid.get(id) }))
  // Setting the old inputs again is not enough: circular references iterate from their current values and end slightly
  // elsewhere.
  const numbers = grid.numbers.slice()
  const tags = grid.tags.slice()
  const others: [number, Scalar][] = []
  for (let id = 0; id < tags.length; id++) {
    const held = Number.isNaN(numbers[id] ?? 0) ? grid.get(id) : 0
    if (typeof held === 'string' || (typeof held === 'object' && held !== null)) others.push([id, held])
  }
  try {
    if (inputs.length > 0) calculator.set(inputs)
    // Each after its precedents; otherwise recalculating another formula would overwrite the value.
    for (const formula of formulas) calculator.set([formula])
    return look()
  } finally {
    // Dynamic formulas such as OFFSET restore their references only when they are recalculated.
    if (model.formulas.some(({ dynamic }) => dynamic)) calculator.set(heldBefore)
    grid.numbers.set(numbers)
    grid.tags.set(tags)
    for (const [id, value] of others) grid.put(id, value)
  }
}

/** A cell with another value. */
export interface CellValue {
  sheet: string
  row: number
  column: number
  /** As it stands in the cell. */
  value: number
}

/** The cells of overridden metrics, each with the number it holds then. Metrics without a cell are left out. */
export const cellsOfOverrides = (
  { date1904 }: Pick<Workbook, 'date1904'>,
  matches: readonly MetricMatch[],
  overrides: readonly AppliedValue[],
): CellValue[] =>
  overrides.flatMap(({ metricKey, value }) => {
    const match = matches.find((metric) => metric.metricKey === metricKey)
    if (match === undefined) return []
    const { sheet, row, column, unit, scale } = match
    return [{ sheet, row, column, value: heldFor(value, { unit, scale, date1904 }) }]
  })

/** Runs `look` while cells hold other values: inputs, or formulas that are pinned to a number. */
export const whileCellsHold = <Seen>(
  workbook: Workbook,
  calculator: Calculator,
  cells: readonly CellValue[],
  look: (typed: ReadonlyMap<number, number>) => Seen,
): Seen => {
  const { grid, formulas } = calculator.model
  const sets: Set[] = cells.flatMap(({ sheet, row, column, value }) => {
    const at = workbook.sheets.findIndex(({ name }) => name === sheet)
    const id = grid.idOf(at, row, column)
    return id === 0 ? [] : [{ id, value }]
  })
  const typed = new Map(sets.map(({ id, value }) => [id, value]))
  if (sets.length === 0) return look(typed)
  const indexOf = new Map(formulas.map(({ id }, n) => [id, n]))
  const isFormula = ({ id }: Set): boolean => indexOf.has(id)
  const pinned = sets.filter(isFormula)
  if (pinned.length > 1) {
    const order = calculator.model.order().flatMap(({ nodes }) => [...nodes])
    const placeOf = ({ id }: Set): number => order.indexOf(indexOf.get(id) ?? -1)
    pinned.sort((a, b) => placeOf(a) - placeOf(b))
  }
  return whileSet(
    calculator,
    sets.filter((set) => !isFormula(set)),
    pinned,
    () => look(typed),
  )
}

/**
 * The workbook with values typed over some metrics: the same formulas with new results, and numbers in the cells of
 * those metrics. Every check that reads it sees the current metrics of the deal.
 */
export const withValues = (
  workbook: Workbook,
  calculator: Calculator,
  matches: readonly MetricMatch[],
  overrides: readonly AppliedValue[],
): Workbook => {
  const { grid } = calculator.model
  return whileCellsHold(workbook, calculator, cellsOfOverrides(workbook, matches, overrides), (typed) => {
    if (typed.size === 0) return workbook
    const sheets = workbook.sheets.map((sheet, at) => ({
      ...sheet,
      cells: sheet.cells.map((cell) => {
        const id = grid.idOf(at, cell.row, cell.column)
        const value = typed.get(id)
        if (value === undefined) return { ...cell, value: grid.get(id) }
        const { formula: _, array: __, ...plain } = cell
        return { ...plain, value }
      }),
    }))
    return { ...workbook, sheets }
  })
}
