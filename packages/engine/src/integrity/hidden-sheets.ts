import { findingMessages as messages } from '../messages/findings.ts'
import type { FormulaCheck } from './check.ts'
import type { Slip } from './finding.ts'
import { rectangles } from './rectangles.ts'

/** Hidden sheets that feed visible numbers. */
export const hiddenSheets: FormulaCheck = ({ workbook, model, lines }) => {
  if (workbook.sheets.length === 0) return undefined
  const isHidden = workbook.sheets.map(({ hidden }) => hidden)
  if (!isHidden.includes(true)) return []
  const readers = new Map<number, number>()
  for (const { place, areas } of model.formulas) {
    if (isHidden[place.sheet] === true) continue
    for (const sheet of new Set(areas.map((area) => area.sheet)))
      if (isHidden[sheet] === true) readers.set(sheet, (readers.get(sheet) ?? 0) + 1)
  }
  return [...readers].map(([sheet, count]): Slip => {
    const places = (lines[sheet] ?? []).flatMap(({ row, cells }) => cells.map(({ column }) => ({ sheet, row, column })))
    return {
      check: 'hidden_sheet',
      message: messages.hiddenSheet({ sheet: workbook.sheets[sheet]?.name ?? '', count }),
      areas: rectangles(places),
    }
  })
}
