import type { FormulaCell } from '../calculate/model.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Place } from './inspection.ts'
import { readBySome } from './readers.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { somePart } from './walk.ts'
import { formatValue } from './wording.ts'

const numeric = /^\s*[-+(]?\s*[$€£]?\s*(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\s*%?\s*\)?\s*$/
/** No number is longer, and the pattern takes more than linear time on long runs of blanks. */
const maxLength = 60
const year = /^\s*(?:19|20)\d\d\s*$/

/** Functions that handle text as text. */
const readsText = /LOOKUP|MATCH|INDEX|INDIRECT|SUMIF|COUNTIF|AVERAGEIF|TEXT|CONCAT|VALUE|LEFT|RIGHT|MID|LEN|FIND|SEARCH/

/**
 * Whether a formula treats a text differently from its number: sums of ranges and comparisons do, arithmetic does not.
 */
const passesOver = ({ areas, expression }: FormulaCell): boolean =>
  areas.some(({ top, left, bottom, right }) => top !== bottom || left !== right) ||
  somePart(expression, (part) => part.kind === 'binary' && comparisons.has(part.operator))
const comparisons = new Set<string>(['=', '<>', '<', '>', '<=', '>='])

/** Numbers stored as text, which sums skip. */
export const numbersAsText: Check = (inspection) => {
  const { lines, model, workbook, valueAt, isNumber } = inspection
  if (workbook.sheets.every(({ cells }) => cells.length === 0)) return undefined
  const candidates = new Map<number, Place>()
  for (const { sheet, row, cells } of lines.flat())
    for (const { column, formula, fromArray } of cells) {
      if (formula !== undefined || fromArray === true) continue
      const value = valueAt(sheet, row, column)
      if (typeof value === 'string' && value.length <= maxLength && numeric.test(value))
        candidates.set(model.grid.idOf(sheet, row, column), { sheet, row, column })
    }
  if (candidates.size === 0) return []
  const read = new Set<number>()
  for (const { areas, functions, text } of model.formulas) {
    if (text.includes('&') || [...functions].some((name) => readsText.test(name))) continue
    for (const { sheet, top, left, bottom, right } of areas)
      if (top === bottom && left === right) read.add(model.grid.idOf(sheet, top, left))
  }
  const found = [...candidates].filter(([id, { sheet, row, column }]) => {
    const value = valueAt(sheet, row, column)
    const isKey = [row - 1, row + 1].some((other) => candidates.has(model.grid.idOf(sheet, other, column)))
    const isInColumn = isNumber(sheet, row - 1, column) && isNumber(sheet, row + 1, column)
    // In a row of figures, not a key between two other columns.
    const isInRow =
      !isKey &&
      isNumber(sheet, row, column - 1) &&
      isNumber(sheet, row, column + 1) &&
      (isNumber(sheet, row, column - 2) || isNumber(sheet, row, column + 2))
    // A year is a heading.
    return isInColumn || isInRow || (read.has(id) && !year.test(String(value)))
  })
  const used = readBySome(
    inspection,
    found.map(([, place]) => place),
    passesOver,
  )
  return [...groupBy(found, ([, { sheet, column }]) => `${sheet} ${column}`).values()].map((group): Slip => {
    const { sheet, row, column } = group[0]?.[1] ?? { sheet: 0, row: 0, column: 0 }
    const places = group.map(([, place]) => place)
    return {
      check: 'numbers_as_text',
      // A text that no formula reads, or that arithmetic converts, changes no result.
      ...(places.some((place) => used.has(place)) ? {} : { severity: 'low' as const }),
      message: messages.numberAsText({
        value: formatValue(valueAt(sheet, row, column)),
        cells: inspection.nameCells(places),
      }),
      areas: rectangles(places),
    }
  })
}
