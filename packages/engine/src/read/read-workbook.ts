import { refuseTooManyCells } from './cell-count.ts'
import { readCellMetadata } from './cell-metadata.ts'
import { readExternalLinks } from './external-links.ts'
import { maxCells, maxFormulaCharacters, maxFormulas } from './limits.ts'
import { readNumberFormats } from './number-formats.ts'
import { withoutPlaceholders } from './placeholder-values.ts'
import { relationshipsOf } from './relationships.ts'
import { readSavedAt } from './saved-at.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'
import { refuseSpreadCells } from './slots.ts'
import { setStraysApart } from './stray-cells.ts'
import { readTables } from './tables.ts'
import { unreadable } from './unreadable.ts'
import type { Workbook } from './workbook.ts'
import { readWorkbookPart } from './workbook-part.ts'
import { openZip, type Zip } from './zip.ts'

/** The main part, which the package names. */
const mainPartOf = (zip: Zip): string => {
  const part = relationshipsOf(zip, '').find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (/\.bin$/i.test(part)) unreadable('not_a_workbook', 'The file is a binary workbook (.xlsb): save it as .xlsx')
  if (zip.has(part)) return part
  if (zip.has('content.xml')) unreadable('not_a_workbook', 'The file is an OpenDocument file: save it as .xlsx')
  return unreadable('not_a_workbook', 'The file is no Excel workbook')
}

/** Counts what is kept of all sheets together. */
const createCount = () => {
  let [cells, formulas, characters] = [0, 0, 0]
  return (formula: string | undefined): void => {
    if (++cells > maxCells) unreadable('too_many_cells', `The workbook has more than ${maxCells} cells`)
    if (formula === undefined) return
    if (++formulas > maxFormulas) unreadable('too_many_cells', `The workbook has more than ${maxFormulas} formulas`)
    characters += formula.length
    if (characters > maxFormulaCharacters) unreadable('too_large', 'The formulas of the workbook are too long')
  }
}

/**
 * Reads a workbook (.xlsx, .xlsm). Its parts are read as they are inflated, and nothing is kept but what the numbers
 * depend on; what cannot be read ends in an UnreadableWorkbook that says why. To be run where it can be given up: a
 * large file takes a second.
 */
export const readWorkbook = (bytes: Uint8Array): Workbook => {
  const zip = openZip(bytes)
  const main = mainPartOf(zip)
  const relations = relationshipsOf(zip, main)
  const { sheets, externalLinks, ...settings } = readWorkbookPart(zip, main)
  const partOf = (kind: string): string => relations.find((one) => one.kind === kind)?.target ?? ''
  const parts = sheets.map(({ relation }) => relations.find(({ id }) => id === relation)?.target ?? '')
  const present = parts.filter((part) => part !== '')
  if (new Set(present).size < present.length) unreadable('malformed', 'Two sheets of the workbook are one and the same')
  refuseTooManyCells(zip, present)
  const sources = {
    strings: readSharedStrings(zip, partOf('sharedStrings')),
    formats: readNumberFormats(zip, partOf('styles')),
    metadata: readCellMetadata(zip, relations),
    date1904: settings.date1904,
    count: createCount(),
  }
  const all = sheets.map(({ name, hidden }, sheet) => ({
    name,
    hidden,
    ...readSheet(zip, parts[sheet] ?? '', sheet, sources),
  }))
  const tables = readTables(zip, parts)
  const read = withoutPlaceholders(setStraysApart(all, tables), settings.calculation)
  refuseSpreadCells(read, tables)
  const savedAt = readSavedAt(zip)
  return {
    ...(savedAt === undefined ? {} : { savedAt }),
    sheets: read,
    tables,
    externalLinks: readExternalLinks(zip, externalLinks, relations, () => sources.count(undefined)),
    ...settings,
  }
}
