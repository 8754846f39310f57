import type { CalculationSettings, WorkbookSheet } from './workbook.ts'

/**
 * Sheets without the zeros that a program that cannot calculate (such as XlsxWriter) writes into every formula cell: the
 * file asks for recalculation when it is opened, and no formula has another value. Kept, they would be taken for results.
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
