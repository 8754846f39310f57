import { maxSlots } from './limits.ts'
import { rectangleOf } from './sheet-rectangle.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import type { WorkbookSheet, WorkbookTable } from './workbook.ts'

/** Rejects cells so far apart that the rectangles around them would exhaust the memory. */
export const refuseSpreadCells = (sheets: readonly WorkbookSheet[], tables: readonly WorkbookTable[]): void => {
  let slots = 0
  sheets.forEach((content, sheet) => {
    const { rows, columns } = rectangleOf(content, tables, sheet)
    slots += rows * columns
    if (slots > maxSlots) unreadable('too_many_cells', messages.cellsTooFarApart())
  })
}
