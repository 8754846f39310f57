import { formatCell, parseCell, type Workbook } from '@deal-canvas/workbook-reader'
import type { LabeledNumbers } from '../labeled-numbers.ts'

const oneCell = /^(?:'((?:[^']|'')+)'|([^'!]+))!(\$?[A-Z]{1,3}\$?\d+)$/

/** Cells with a defined name: `ExitCapRate` is "Exit Cap Rate". */
export const namedCells = ({ names, sheets }: Workbook): { at: number; line: LabeledNumbers }[] => {
  const wanted = new Map<string, string>()
  for (const { name, formula } of names) {
    const [, quoted, plain, reference = ''] = oneCell.exec(formula) ?? []
    const place = parseCell(reference)
    const sheet = quoted?.replaceAll("''", "'") ?? plain
    if (place === undefined || sheet === undefined) continue
    wanted.set(`${formatCell(place)} ${sheet}`, name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.]+/g, ' '))
  }
  if (wanted.size === 0) return []
  return sheets.flatMap((sheet, at) =>
    sheet.cells.flatMap((cell) => {
      const label = wanted.get(`${formatCell(cell)} ${sheet.name}`)
      if (label === undefined) return []
      const line = { label, cells: [cell], periods: [], side: 'right' as const, unit: '', scale: undefined }
      return [
        { at, line: { ...line, heading: '', heads: [], labelColumn: cell.column, headRow: undefined, subject: '' } },
      ]
    }),
  )
}
