import { columnName } from '@deal-canvas/workbook-reader'

/** Where the lines of a sheet went; undefined: the sheet is not in the later workbook. */
export interface MovedSheet {
  rows: ReadonlyMap<number, number>
  columns: ReadonlyMap<number, number>
}

/** A quoted text, or a reference with or without a sheet. Parts of longer names are taken as a whole and left alone. */
const pieces =
  /"[^"]*"?|(?:(?<sheet>'(?:[^']|'')*'|[\p{L}\p{N}_.]+)!)?(?<column>\$?[A-Za-z]{1,3})(?<row>\$?\d{1,7})(?![\p{L}\p{N}_.(!])|[\p{L}\p{N}_.]+|'[^']*'?/gu

const columnAt = (name: string): number =>
  [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const unquoted = (sheet: string): string => (sheet.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet)

/**
 * A formula of the earlier workbook as it would be written in the later one if nothing but lines had moved, as a
 * spreadsheet program adjusts it. `sheetOf` answers where lines of a sheet went; undefined is the formula's own sheet.
 */
export const movedFormula = (
  formula: string,
  sheetOf: (name: string | undefined) => MovedSheet | undefined,
): string => {
  let lastSheet: string | undefined
  let lastEnd = -1
  return formula.replace(pieces, (...found) => {
    const text = String(found[0])
    const groups = found.at(-1) as Partial<Record<'sheet' | 'column' | 'row', string>>
    const at = Number(found.at(-3))
    const { sheet, column, row } = groups
    if (column === undefined || row === undefined) return text
    // The second half of a range belongs to the sheet of the first.
    const isEndOfRange = sheet === undefined && formula[at - 1] === ':' && lastEnd === at - 1
    const name = isEndOfRange ? lastSheet : sheet === undefined ? undefined : unquoted(sheet)
    lastSheet = name
    lastEnd = at + text.length
    const moved = sheetOf(name)
    if (moved === undefined) return text
    const newColumn = moved.columns.get(columnAt(column.replace('$', '')))
    const newRow = moved.rows.get(Number(row.replace('$', '')) - 1)
    const prefix = sheet === undefined ? '' : `${sheet}!`
    const shownColumn =
      newColumn === undefined ? column : `${column.startsWith('$') ? '$' : ''}${columnName(newColumn)}`
    const shownRow = newRow === undefined ? row : `${row.startsWith('$') ? '$' : ''}${newRow + 1}`
    return `${prefix}${shownColumn}${shownRow}`
  })
}
