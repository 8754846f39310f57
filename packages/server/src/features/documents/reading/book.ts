import {
  formatCell,
  formatNumber,
  openCalculator,
  openZip,
  readWorkbook,
  type Scalar,
  type Workbook,
} from '@deal-canvas/engine'
import type { Digitized } from '../digitized.ts'
import { officeTitle } from './part-text.ts'
import { wellFormed } from './well-formed.ts'

/** A cell that holds something. */
export interface BookCell {
  readonly row: number
  readonly column: number
  readonly value: Scalar
  readonly formula?: string
  readonly format?: string
}

/** What all files with sheets have in common. */
export interface Book {
  title: string | null
  sheets: { name: string; hidden: boolean; cells: readonly BookCell[] }[]
}

/** With calculated values where the file has none: people would see empty cells instead of numbers. */
const readCalculated = (bytes: Uint8Array): Workbook => {
  const workbook = readWorkbook(bytes)
  const isWhole = workbook.sheets.every(({ cells }) =>
    cells.every(({ formula, value }) => formula === undefined || value !== null),
  )
  return isWhole ? workbook : openCalculator(workbook).model.workbook
}

export const readBook = (bytes: Uint8Array): Book => ({
  title: officeTitle(openZip(bytes)),
  sheets: readCalculated(bytes).sheets.map(({ name, hidden, cells }) => ({ name, hidden, cells })),
})

/** As many as a cell without a format shows. */
const shownDigits = 11

/** A value as people read it in its cell. */
export const shownValue = ({ value, format }: Pick<BookCell, 'value' | 'format'>): string => {
  if (value === null) return ''
  if (typeof value === 'number') {
    const shown = format === undefined ? undefined : formatNumber(value, format)?.trim()
    return shown ?? String(Number(value.toPrecision(shownDigits)))
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'string' ? value : value.error
}

const maxLines = 20_000
const maxLineLength = 400
/** Formats are slow to follow: of a book with more numbers the rest is told without them. */
const maxFormatted = 200_000

type Sheet = Book['sheets'][number]

const inOrder = ({ cells }: Sheet): BookCell[] => [...cells].sort((a, b) => a.row - b.row || a.column - b.column)

/** The rows of a sheet that say something, each as one line, its label first. */
const linesOf = (
  sheet: Sheet,
  most: number,
  show: (cell: BookCell) => string,
): { sheet: string; cell: string; text: string }[] => {
  const lines: { sheet: string; cell: string; text: string }[] = []
  let row = -1
  let line = { sheet: sheet.name, cell: '', text: '' }
  const end = () => {
    if (line.text !== '' && lines.length < most)
      lines.push({ ...line, text: wellFormed(line.text.slice(0, maxLineLength)) })
  }
  for (const cell of inOrder(sheet)) {
    if (lines.length >= most) break
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

/** How a book is told to people: its sheets, and their rows as lines. */
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
      rows: cells.reduce((most, { row }) => Math.max(most, row + 1), 0),
      columns: cells.reduce((most, { column }) => Math.max(most, column + 1), 0),
      cells: cells.length,
    })),
    lines,
  }
}
