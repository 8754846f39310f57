import { isDateFormat } from '@deal-canvas/engine'
import { formatCell, parseCell } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import type { DocumentRow } from '../documents.store.ts'
import { type CellLabels, type LabelCell, labelRanges, labelsAt } from './cell-labels.ts'
import type { DocumentCells } from './document-cells.ts'
import { type ShownCell, TooMuchText } from './read-cell-pages.ts'

/** A cell with its labels, or the field that is wrong and why. */
export type LabelledCell =
  | { ok: true; sheet: string; cell: string; text: string; labels: CellLabels }
  | { ok: false; field: 'document_id' | 'sheet' | 'cell'; problem: string }

/** Nobody would read an error message with more sheet names. */
const maxNamedSheets = 20

const labelCell = ({ type, value, text, format }: ShownCell): LabelCell => {
  if (type === 'text') return { kind: 'text', text: String(value ?? '') }
  if (type !== 'number') return { kind: 'other', text: '' }
  return isDateFormat(format ?? undefined) ? { kind: 'date', text } : { kind: 'number', text: String(value) }
}

/** Reads one cell and its labels, without reading the whole workbook. */
export const createLabelledCell =
  ({ cells }: { cells: Pick<DocumentCells, 'read'> }) =>
  async (document: DocumentRow, place: { sheet: string; cell: string }): Promise<LabelledCell> => {
    const position = parseCell(place.cell)
    if (position === undefined) return { ok: false, field: 'cell', problem: documentMessages.cellInvalid() }
    const found = new Map<string, ShownCell>()
    let { sheet } = place
    for (const range of labelRanges(position)) {
      const outcome = await cells.read(document, { sheet, range }).catch((error: unknown) => {
        if (error instanceof TooMuchText) return { ok: false as const, problem: documentMessages.rangeHasTooMuchText() }
        throw error
      })
      if (!outcome.ok) return { ok: false, field: 'document_id', problem: outcome.problem }
      const { answer } = outcome
      if (!answer.found) {
        const names = answer.sheets.slice(0, maxNamedSheets).join(', ')
        return { ok: false, field: 'sheet', problem: documentMessages.sheetNotFound({ names }) }
      }
      sheet = answer.sheet
      for (const cell of answer.cells) if (cell.type !== 'empty') found.set(cell.cell, cell)
    }
    const at = (row: number, column: number): LabelCell | undefined => {
      const cell = found.get(formatCell({ row, column }))
      return cell === undefined ? undefined : labelCell(cell)
    }
    const labels = labelsAt(at, position)
    const cell = formatCell(position)
    const own = found.get(cell)
    if (own === undefined && labels.row.length === 0 && labels.column === null)
      return { ok: false, field: 'cell', problem: documentMessages.cellOutsideSheet() }
    return { ok: true, sheet, cell, text: own?.text ?? '', labels }
  }
