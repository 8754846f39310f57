import { createCount, refuseTooManyCells } from './cell-count.ts'
import { readCellMetadata } from './cell-metadata.ts'
import { readExternalLinks } from './external-links.ts'
import { readNumberFormats } from './number-formats.ts'
import { withoutPlaceholders } from './placeholder-values.ts'
import { relationshipsOf } from './relationships.ts'
import { readSavedAt } from './saved-at.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'
import { refuseSpreadCells } from './spread-cells.ts'
import { setStraysApart } from './stray-cells.ts'
import { readTables } from './tables.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import type { Workbook } from './workbook.ts'
import { readWorkbookPart } from './workbook-part.ts'
import { openZip, type Zip } from './zip.ts'

/** The main part, as named by the package. */
const mainPartOf = (zip: Zip): string => {
  const part = relationshipsOf(zip, '').find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  return zip.has(part) ? part : unreadable('not_a_workbook', messages.notAWorkbook())
}

/**
 * Reads a workbook (.xlsx, .xlsm). Its parts are parsed while they are inflated, and only what the numbers depend on is
 * kept. A file that cannot be read throws an UnreadableWorkbook with the reason. Run it where it can be aborted: a
 * large file takes a second.
 */
export const readXlsx = (bytes: Uint8Array): Workbook => {
  const zip = openZip(bytes)
  const main = mainPartOf(zip)
  const relations = relationshipsOf(zip, main)
  const { sheets, externalLinks, ...settings } = readWorkbookPart(zip, main)
  const partOf = (kind: string): string => relations.find((relation) => relation.kind === kind)?.target ?? ''
  const parts = sheets.map(({ relation }) => relations.find(({ id }) => id === relation)?.target ?? '')
  const present = parts.filter((part) => part !== '')
  if (new Set(present).size < present.length) unreadable('malformed', messages.sheetTwice())
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
