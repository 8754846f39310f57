import { openCalculator, shownValue } from '@deal-canvas/engine'
import {
  type DefinedName,
  formatCell,
  openZip,
  readWorkbook,
  type Scalar,
  type Workbook,
  type WorkbookTable,
} from '@deal-canvas/workbook-reader'
import { wellFormed } from '../../../platform/well-formed.ts'
import type { Digitized } from '../digitized.ts'
import { officeTitle } from './part-text.ts'

/** A non-empty cell. */
export interface BookCell {
  readonly row: number
  readonly column: number
  readonly value: Scalar
  readonly formula?: string
  readonly format?: string
}

/** The common form of all files with sheets. */
export interface Book {
  title: string | null
  sheets: { name: string; hidden: boolean; cells: readonly BookCell[] }[]
  /** What its formulas can name besides cells. */
  names?: readonly DefinedName[]
  tables?: readonly WorkbookTable[]
}

/** Calculates values that the file does not cache; otherwise users would see empty cells instead of numbers. */
const readCalculated = (bytes: Uint8Array): Workbook => {
  const workbook = readWorkbook(bytes)
  const isWhole = workbook.sheets.every(({ cells }) =>
    cells.every(({ formula, value }) => formula === undefined || value !== null),
  )
  return isWhole ? workbook : openCalculator(workbook).model.workbook
}

/** Only packages have a part with the title. */
const titleOf = (bytes: Uint8Array): string | null =>
  bytes[0] === 0x50 && bytes[1] === 0x4b ? officeTitle(openZip(bytes)) : null

export const readBook = (bytes: Uint8Array): Book => {
  const { sheets, names, tables } = readCalculated(bytes)
  return {
    title: titleOf(bytes),
    sheets: sheets.map(({ name, hidden, cells }) => ({ name, hidden, cells })),
    names,
    tables,
  }
}

const maxLines = 20_000
const maxLineLength = 400
/** Formatting is slow: in a workbook with more numbers, the rest are written unformatted. */
const maxFormatted = 200_000

type Sheet = Book['sheets'][number]

const inOrder = ({ cells }: Sheet): BookCell[] => [...cells].sort((a, b) => a.row - b.row || a.column - b.column)

/** Returns the non-empty rows of a sheet as one line each, label first. */
const linesOf = (
  sheet: Sheet,
  maxLines: number,
  show: (cell: BookCell) => string,
): { sheet: string; cell: string; text: string }[] => {
  const lines: { sheet: string; cell: string; text: string }[] = []
  let row = -1
  let line = { sheet: sheet.name, cell: '', text: '' }
  const end = () => {
    if (line.text !== '' && lines.length < maxLines)
      lines.push({ ...line, text: wellFormed(line.text.slice(0, maxLineLength)) })
  }
  for (const cell of inOrder(sheet)) {
    if (lines.length >= maxLines) break
    if (cell.row !== row) {
      end()
      row = cell.row
      line = { sheet: sheet.name, cell: formatCell(cell), text: '' }
    }
    if (line.text.length > maxLineLength) continue
    const text = show(cell)
      .slice(0, maxLineLength)
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
    if (text !== '') line.text += line.text === '' ? text : ` | ${text}`
  }
  end()
  return lines
}

/** Converts a workbook to readable text: its sheets, and their rows as lines. */
export const digitizeBook = ({ title, sheets }: Book): Digitized => {
  const lines: { sheet: string; cell: string; text: string }[] = []
  let formatted = 0
  const show = (cell: BookCell): string => {
    if (typeof cell.value === 'number' && cell.format !== undefined) formatted += 1
    return formatted > maxFormatted ? shownValue({ value: cell.value }) : shownValue(cell)
  }
  for (const sheet of sheets) {
    for (const line of linesOf(sheet, maxLines - lines.length, show)) lines.push(line)
  }
  return {
    kind: 'workbook',
    title,
    sheets: sheets.map(({ name, hidden, cells }) => ({
      name,
      hidden,
      rows: cells.reduce((max, { row }) => Math.max(max, row + 1), 0),
      columns: cells.reduce((max, { column }) => Math.max(max, column + 1), 0),
      cells: cells.length,
    })),
    lines,
  }
}
