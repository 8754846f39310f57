import type { WorkbookSheet } from '@deal-canvas/workbook-reader'
import { labeledNumbers } from '../metrics/labeled-numbers.ts'
import type { ModelTable } from './model-table.ts'
import { sourcesAndUsesOf } from './sources-and-uses.ts'
import { statementsOf } from './statements.ts'
import { unitMixOf } from './unit-mix.ts'

/** Sheets that repeat other sheets, or that nobody presents. */
const aside = /sensitivit|scenario|backup|\bold\b|archive|check|template|instruction|comp(?:arable)?s?\b/i

/** How well a table presents its kind: whole statements on sheets in sight first. */
const weightOf = ({ sheet, rows, columns }: ModelTable): number =>
  rows.length +
  rows.filter(({ isTotal }) => isTotal).length +
  Math.min(columns.length, 6) -
  (aside.test(sheet) ? 20 : 0)

/** The tables of a workbook that a memo can show, the best of each kind. Hidden sheets have none. */
export const findTables = (sheets: readonly WorkbookSheet[], date1904 = false): ModelTable[] => {
  const best = new Map<ModelTable['kind'], ModelTable>()
  for (const sheet of sheets) {
    if (sheet.hidden) continue
    const lines = labeledNumbers(sheet, date1904)
    const found = [...sourcesAndUsesOf(sheet.name, lines), ...statementsOf(sheet.name, lines), ...unitMixOf(sheet)]
    for (const table of found) {
      const known = best.get(table.kind)
      if (known === undefined || weightOf(table) > weightOf(known)) best.set(table.kind, table)
    }
  }
  return [...best.values()]
}
