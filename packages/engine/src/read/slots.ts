import { maxSlots } from './limits.ts'
import { rectangleOf } from './sheet-rectangle.ts'
import { unreadable } from './unreadable.ts'
import type { WorkbookSheet, WorkbookTable } from './workbook.ts'

/** Refuses cells that lie so far apart that the rectangles around them would fill the memory. */
export const refuseSpreadCells = (sheets: readonly WorkbookSheet[], tables: readonly WorkbookTable[]): void => {
  let slots = 0
  sheets.forEach((one, sheet) => {
    const { rows, columns } = rectangleOf(one, tables, sheet)
    slots += rows * columns
    if (slots > maxSlots) unreadable('too_many_cells', 'The cells of the workbook lie too far apart')
  })
}
