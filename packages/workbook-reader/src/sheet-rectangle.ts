import type { WorkbookSheet, WorkbookTable } from './workbook.ts'

/** An input of a data table can be any empty cell; one that would make the sheet larger than this is left out. */
const maxForInputs = 1_000_000

/** The rectangle from A1 that contains all cells of a sheet: the used ones, and those that tables fill. */
export const rectangleOf = (
  { cells, dataTables }: Pick<WorkbookSheet, 'cells' | 'dataTables'>,
  tables: readonly WorkbookTable[],
  sheet: number,
): { rows: number; columns: number } => {
  let [rows, columns] = [0, 0]
  const include = (row: number, column: number): void => {
    if (row >= rows) rows = row + 1
    if (column >= columns) columns = column + 1
  }
  for (const { row, column, array } of cells) include(array?.area.bottom ?? row, array?.area.right ?? column)
  for (const { area } of dataTables) include(area.bottom, area.right)
  for (const { area } of tables) if (area.sheet === sheet) include(area.bottom, area.right)
  for (const { rowInput, columnInput } of dataTables)
    for (const input of [rowInput, columnInput])
      if (input && Math.max(rows, input.row + 1) * Math.max(columns, input.column + 1) <= maxForInputs)
        include(input.row, input.column)
  return { rows, columns }
}
