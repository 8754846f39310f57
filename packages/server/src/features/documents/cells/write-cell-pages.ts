import { deflateRawSync } from 'node:zlib'
import { shownValue } from '@deal-canvas/engine'
import { documentMessages } from '../../../messages/documents.ts'
import type { Book, BookCell } from '../reading/book.ts'
import { unreadable } from '../reading/unreadable.ts'
import {
  type CellIndex,
  compareCells,
  maxCellsPerPage,
  maxCharactersPerPage,
  type PagedCell,
  type PageEntry,
} from './cell-pages.ts'
import { findLabels, type LabelPlaces } from './find-labels.ts'
import { packLinks } from './link-index.ts'
import { findLinks, noLinks } from './write-links.ts'

/** Formatting is slow: in a workbook with more numbers, the rest are formatted on request. */
const maxFormatted = 200_000

/** Limits all pages before compression: more would take minutes, and no workbook made by a person has that much. */
const defaultMaxCharacters = 256 * 1024 * 1024

const tooMuch = (): never => unreadable(documentMessages.tooMuchCellText())

const typeOf = (value: BookCell['value']): PagedCell[2] => {
  if (value === null) return 'empty'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'text' : 'error'
}

const pagedCell = (cell: BookCell, isFormatted: boolean, { labelColumn, headerRow }: LabelPlaces): PagedCell => {
  const { row, column, value, formula, format } = cell
  const held = typeof value === 'object' && value !== null ? value.error : value
  // Without a number format, only a number with more digits than are shown has a text of its own.
  const isPlain = typeof value === 'number' && format === undefined && shownValue(cell) === String(value)
  const text = isFormatted || (typeof value === 'number' && format === undefined && !isPlain) ? shownValue(cell) : null
  return [row, column, typeOf(value), held, text, formula ?? null, format ?? null, labelColumn, headerRow]
}

const inRows = (cells: readonly BookCell[]): BookCell[] =>
  [...cells].sort((a, b) => a.row - b.row || a.column - b.column)

/** Copy the result: zlib's buffer occupies 16 KiB regardless of its length. */
const deflated = (content: string | Uint8Array): Buffer => Buffer.from(deflateRawSync(content, { level: 1 }))

/**
 * Writes the cells of a workbook in the format of `cell-pages.ts`, at most `maxBytes` compressed. Runs in a worker
 * thread.
 */
export const writeCellPages = (
  book: Book,
  maxBytes: number,
  maxCharacters = defaultMaxCharacters,
): { indexBytes: number; content: Uint8Array<ArrayBuffer> } => {
  const sheets = book.sheets.map((sheet) => ({ ...sheet, cells: inRows(sheet.cells) }))
  const chunks: Buffer[] = []
  let start = 0
  let formatted = 0
  let isFormatted = true
  let allCharacters = 0
  const put = (bytes: Buffer): [start: number, bytes: number] => {
    chunks.push(bytes)
    start += bytes.length
    if (start > maxBytes) tooMuch()
    return [start - bytes.length, bytes.length]
  }

  const writeSheet = ({ name, hidden, cells }: (typeof sheets)[number]): CellIndex['sheets'][number] => {
    const pages: PageEntry[] = []
    let first: PagedCell | undefined
    let lines: string[] = []
    let characters = 0
    const endPage = () => {
      if (first === undefined) return
      pages.push([first[0], first[1], ...put(deflated(`[${lines.join(',')}]`))])
      first = undefined
      lines = []
      characters = 0
    }
    const labels = findLabels(cells)
    const labeled = cells.map((cell, place) => ({
      cell,
      label: labels[place] ?? { labelColumn: null, headerRow: null },
    }))
    for (const { cell, label } of labeled.sort((a, b) => compareCells(a.cell, b.cell))) {
      const isNumberFormat = typeof cell.value === 'number' && cell.format !== undefined
      if (isNumberFormat && formatted >= maxFormatted) isFormatted = false
      const writesText = isNumberFormat && formatted < maxFormatted
      if (writesText) formatted++
      const paged = pagedCell(cell, writesText, label)
      const line = JSON.stringify(paged)
      allCharacters += line.length
      if (allCharacters > maxCharacters) tooMuch()
      if (lines.length >= maxCellsPerPage || characters + line.length > maxCharactersPerPage) endPage()
      first ??= paged
      lines.push(line)
      characters += line.length
    }
    endPage()
    return {
      name,
      hidden,
      rows: (cells.at(-1)?.row ?? -1) + 1,
      columns: cells.reduce((max, { column }) => Math.max(max, column + 1), 0),
      pages,
    }
  }

  const written = sheets.map(writeSheet)
  const names = [...(book.names ?? []), ...(book.tables ?? [])].map(({ name }) => name.toLowerCase())
  const namesAt = put(deflated(JSON.stringify(names)))
  const links = deflated(packLinks(findLinks({ ...book, sheets })))
  // The links are an aid: cells are stored without them rather than not at all.
  const linksAt = put(start + links.length > maxBytes ? deflated(packLinks(noLinks)) : links)
  const index: CellIndex = { sheets: written, names: namesAt, links: linksAt, isFormatted }
  const head = Buffer.from(JSON.stringify(index))
  if (head.length + start > maxBytes) tooMuch()
  // A separate buffer that can be transferred to the calling thread.
  const content = new Uint8Array(head.length + start)
  let at = 0
  for (const chunk of [head, ...chunks]) {
    content.set(chunk, at)
    at += chunk.length
  }
  return { indexBytes: head.length, content }
}
