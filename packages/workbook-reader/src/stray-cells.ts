import { maxSlots } from './limits.ts'
import { rectangleOf } from './sheet-rectangle.ts'
import type { WorkbookCell, WorkbookSheet, WorkbookTable } from './workbook.ts'

/** Maximum number of stray cells of a sheet: a note misplaced in the last row, not part of the model. */
const maxStrays = 20
/** Empty rows and columns between a model and its stray cells. */
const farRows = 1_000
const farColumns = 200

/** The row or column from which cells are strays. */
const cutOf = (places: readonly number[], far: number): number => {
  const last = places.toSorted((a, b) => a - b).slice(-maxStrays - 1)
  const at = last.findIndex((place, n) => n > 0 && place - (last[n - 1] ?? 0) > far)
  return at === -1 ? Number.POSITIVE_INFINITY : (last[at] ?? 0)
}

const isTyped = ({ formula, array, fromArray }: WorkbookCell): boolean =>
  formula === undefined && array === undefined && fromArray !== true

const withoutStrays = (sheet: WorkbookSheet): WorkbookSheet => {
  const isStray = (at: (cell: WorkbookCell) => number, far: number): ((cell: WorkbookCell) => boolean) => {
    const cut = cutOf(sheet.cells.map(at), far)
    return (cell) => at(cell) >= cut
  }
  const [below, right] = [isStray(({ row }) => row, farRows), isStray(({ column }) => column, farColumns)]
  const strays = sheet.cells.filter((cell) => below(cell) || right(cell))
  // A distant formula is part of the model: without it the rest would be computed incorrectly.
  if (strays.length === 0 || !strays.every(isTyped)) return sheet
  return { ...sheet, cells: sheet.cells.filter((cell) => !below(cell) && !right(cell)), strays }
}

/** Separates typed cells that are far from all others, if the rectangles around them would exhaust the memory. */
export const setStraysApart = (
  sheets: readonly WorkbookSheet[],
  tables: readonly WorkbookTable[],
): readonly WorkbookSheet[] => {
  const slots = sheets.map((sheet, at) => {
    const { rows, columns } = rectangleOf(sheet, tables, at)
    return rows * columns
  })
  if (slots.reduce((sum, count) => sum + count, 0) <= maxSlots) return sheets
  return sheets.map((sheet, at) => ((slots[at] ?? 0) * 10 > maxSlots ? withoutStrays(sheet) : sheet))
}
