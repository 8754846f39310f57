import { areaFromText } from './area.ts'
import { isCriterion } from './filter-criteria.ts'
import { maxTableColumns, maxTables } from './limits.ts'
import { relationshipsOf } from './relationships.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import type { WorkbookTable } from './workbook.ts'
import { scanPart } from './xml-scanner.ts'
import { attributeOf, countOf } from './xml-text.ts'
import type { Zip } from './zip.ts'

/** Undefined for a table without a valid area, or whose header and totals rows do not fit into it. */
const readTable = (zip: Zip, part: string, sheet: number): WorkbookTable | undefined => {
  let root: string | undefined
  const columns: string[] = []
  let isFiltered = false
  scanPart(zip, part, {
    open: (name, tag) => {
      if (name === 'table' && root === undefined) root = tag
      else if (isCriterion(name)) isFiltered = true
      else if (name === 'tableColumn' && columns.push(attributeOf(tag, 'name') ?? '') > maxTableColumns)
        unreadable('malformed', messages.tableTooWide())
    },
  })
  if (root === undefined) return undefined
  const area = areaFromText(attributeOf(root, 'ref') ?? '', sheet)
  const name = attributeOf(root, 'displayName') ?? attributeOf(root, 'name')
  const headerRows = countOf(attributeOf(root, 'headerRowCount') ?? '1')
  const totalsRows = countOf(attributeOf(root, 'totalsRowCount') ?? '0')
  if (area === undefined || name === undefined || headerRows === undefined || totalsRows === undefined) return undefined
  const isTooSmall = headerRows + totalsRows > area.bottom - area.top + 1 || columns.length > area.right - area.left + 1
  if (isTooSmall) return undefined
  return { name, area, columns, headerRows, totalsRows, ...(isFiltered ? { isFiltered } : {}) }
}

/** The tables of all sheets, for structured references such as `Sales[Amount]`. */
export const readTables = (zip: Zip, sheetParts: readonly string[]): WorkbookTable[] => {
  const parts = sheetParts.flatMap((part, sheet) =>
    relationshipsOf(zip, part)
      .filter(({ kind }) => kind === 'table')
      .map(({ target }) => ({ target, sheet })),
  )
  if (parts.length > maxTables) unreadable('too_many_parts', messages.tooManyTables({ max: maxTables }))
  return parts.flatMap(({ target, sheet }) => readTable(zip, target, sheet) ?? [])
}
