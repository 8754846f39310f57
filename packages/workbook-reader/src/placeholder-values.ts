import type { CalculationSettings, WorkbookSheet } from './workbook.ts'

/**
 * Removes the zeros that a program that cannot calculate (such as XlsxWriter) writes into every formula cell: the file
 * requests recalculation on open, and no formula has another value. Otherwise they would be mistaken for results.
 */
export const withoutPlaceholders = (
  sheets: readonly WorkbookSheet[],
  { fullOnLoad }: CalculationSettings,
): readonly WorkbookSheet[] => {
  const isPlaceholder = sheets.every(({ cells }) =>
    cells.every(({ formula, value }) => formula === undefined || value === 0 || value === null),
  )
  if (!fullOnLoad || !isPlaceholder) return sheets
  return sheets.map((sheet) => ({
    ...sheet,
    cells: sheet.cells.map((cell) => (cell.formula === undefined ? cell : { ...cell, value: null })),
  }))
}
