import { mostSlots } from './limits.ts'
import { unreadable } from './unreadable.ts'
import type { WorkbookSheet, WorkbookTable } from './workbook.ts'

/** Refuses cells that lie so far apart that the rectangles around them would fill the memory. */
export const refuseSpreadCells = (sheets: readonly WorkbookSheet[], tables: readonly WorkbookTable[]): void => {
  let slots = 0
  sheets.forEach(({ cells, dataTables }, sheet) => {
    let [rows, columns] = [0, 0]
    const include = (row: number, column: number): void => {
      if (row >= rows) rows = row + 1
      if (column >= columns) columns = column + 1
    }
    for (const { row, column, array } of cells) include(array?.area.bottom ?? row, array?.area.right ?? column)
    for (const { area } of dataTables) include(area.bottom, area.right)
    for (const { area } of tables) if (area.sheet === sheet) include(area.bottom, area.right)
    slots += rows * columns
    if (slots > mostSlots) unreadable('too_many_cells', 'The cells of the workbook lie too far apart')
  })
}
