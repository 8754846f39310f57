import { parseCell } from './cell-reference.ts'
import { errorFromText, valueError } from './error-value.ts'
import { maxTextLength } from './limits.ts'
import { createTextCollector } from './text-collector.ts'
import type { Scalar } from './value.ts'
import type { ExternalSheet } from './workbook.ts'
import { scanPart } from './xml-scanner.ts'
import { attributeOf, cellText, countOf, detached, isTrue } from './xml-text.ts'
import type { Zip } from './zip.ts'

/** An external sheet whose cells are further apart is skipped: formulas that read it keep their cached values. */
const maxSlots = 200_000

const externalValue = (type: string | undefined, raw: string): Scalar => {
  if (type === 'str') return detached(cellText(raw))
  if (type === 'b') return raw === '1' || raw.toLowerCase() === 'true'
  if (type === 'e') return errorFromText(raw) ?? valueError
  const number = raw.trim() === '' ? Number.NaN : Number(raw)
  return Number.isFinite(number) ? number : null
}

/** The cached cells of another workbook that formulas read, by sheet. */
export const readExternalValues = (zip: Zip, part: string, count: () => void): ExternalSheet[] => {
  const names: string[] = []
  const sheets: { name: string; cells: ExternalSheet['cells'][number][] }[] = []
  const text = createTextCollector(8 * maxTextLength)
  let cells: ExternalSheet['cells'][number][] | undefined
  let tag = ''
  let [isTaking, hasValue] = [false, false]
  scanPart(zip, part, {
    open: (name, opened) => {
      if (name === 'sheetName') names.push(attributeOf(opened, 'val') ?? '')
      else if (name === 'sheetData') {
        const sheet = names[countOf(attributeOf(opened, 'sheetId')) ?? -1]
        // The author's program could not read the other workbook, so the cached values are unreliable.
        const isKnown = sheet !== undefined && !isTrue(attributeOf(opened, 'refreshError'))
        cells = isKnown ? [] : undefined
        if (isKnown && cells !== undefined) sheets.push({ name: sheet, cells })
      } else if (name === 'cell') {
        tag = opened
        hasValue = false
      } else if (name === 'v') {
        text.start()
        isTaking = true
        hasValue = true
      }
    },
    close: (name) => {
      if (name === 'v') isTaking = false
      else if (name === 'cell' && hasValue) {
        const place = parseCell(attributeOf(tag, 'r') ?? '')
        if (place === undefined || cells === undefined) return
        count()
        cells.push({ ...place, value: externalValue(attributeOf(tag, 't'), text.take()) })
      }
    },
    text: (piece) => {
      if (isTaking) text.add(piece)
    },
  })
  return sheets.filter(({ cells: some }) => {
    const rows = some.reduce((max, { row }) => Math.max(max, row + 1), 0)
    return rows * some.reduce((max, { column }) => Math.max(max, column + 1), 0) <= maxSlots
  })
}
