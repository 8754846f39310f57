import type { Workbook, WorkbookCell } from '@deal-canvas/workbook-reader'
import type { Model } from '../calculate/model.ts'

const inReadingOrder = (a: WorkbookCell, b: WorkbookCell): number => a.row - b.row || a.column - b.column

/**
 * The workbook with computed values in formula cells that have none in the file, as written by programs that do not
 * calculate. Without them, labels and numbers in such cells could not be read.
 */
export const fillUncached = ({ workbook, formulas, grid, nodeAt }: Model): Workbook => {
  const uncached = formulas.filter(({ cached }) => cached === null)
  if (uncached.length === 0) return workbook
  const sheets = workbook.sheets.map((sheet, at) => {
    const listed = new Set<number>()
    const cells = sheet.cells.map((cell): WorkbookCell => {
      const id = grid.idOf(at, cell.row, cell.column)
      listed.add(id)
      const isUncached = formulas[nodeAt(id)]?.cached === null
      return isUncached ? { ...cell, value: grid.get(id), isUncached } : cell
    })
    // The file lists only the first cell of an array formula that was never calculated.
    const arrays = uncached.filter(({ place, array }) => place.sheet === at && array !== undefined)
    const added = arrays.flatMap(({ array }): WorkbookCell[] => {
      const { top = 0, left = 0, bottom = -1, right = -1 } = array?.area ?? {}
      const missing: WorkbookCell[] = []
      for (let row = top; row <= bottom; row++)
        for (let column = left; column <= right; column++) {
          const id = grid.idOf(at, row, column)
          if (!listed.has(id)) missing.push({ row, column, value: grid.get(id), fromArray: true, isUncached: true })
        }
      return missing
    })
    return { ...sheet, cells: added.length === 0 ? cells : [...cells, ...added].sort(inReadingOrder) }
  })
  return { ...workbook, sheets }
}
