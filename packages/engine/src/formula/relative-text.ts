import { maxFormulaLength, parseCell } from '@deal-canvas/workbook-reader'
import type { FormulaPlace } from './parse-formula.ts'

/** Quoted texts and sheet names, which are skipped, and references to cells. */
const parts =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\w.$\\!])((\$?)[A-Z]{1,3}(\$?)[1-9]\d{0,6})(?![\w(.!\\])|(?<=!)((\$?)[A-Z]{1,3}(\$?)[1-9]\d{0,6})(?![\w(.!\\])/g

/**
 * A formula with its references written as offsets: the same text for all copies, so that a thousand copies are parsed
 * once. Undefined if that needs parsing: whole columns, tables, `A1:INDEX(…)`.
 */
export const relativeText = (text: string, { sheet, row, column }: FormulaPlace): string | undefined => {
  if (text.length > maxFormulaLength || text.includes('[') || text.includes('{')) return undefined
  const relative = text.replaceAll(parts, (whole, local, localColumn, localRow, onSheet, onSheetColumn, onSheetRow) => {
    const reference = local ?? onSheet
    if (reference === undefined) return whole
    const at = parseCell(reference)
    if (at === undefined) return whole
    const isColumnFixed = (localColumn ?? onSheetColumn) === '$'
    const isRowFixed = (localRow ?? onSheetRow) === '$'
    return `{${isRowFixed ? `$${at.row}` : at.row - row},${isColumnFixed ? `$${at.column}` : at.column - column}}`
  })
  // A colon that is not between two cells belongs to something else.
  const isRead =
    !relative.includes(':') || !/(?<!\}):|:(?!\{)/.test(relative.replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, ''))
  return isRead ? `${sheet} ${relative}` : undefined
}
