import { deflateRawSync } from 'node:zlib'
import { documentMessages } from '../../../messages/documents.ts'
import { type Book, type BookCell, shownValue } from '../reading/book.ts'
import { unreadable } from '../reading/unreadable.ts'
import {
  type CellIndex,
  compareCells,
  maxCellsPerPage,
  maxCharactersPerPage,
  type PagedCell,
  type PageEntry,
} from './cell-pages.ts'

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

const pagedCell = (cell: BookCell, isFormatted: boolean): PagedCell => {
  const { row, column, value, formula, format } = cell
  const held = typeof value === 'object' && value !== null ? value.error : value
  const text = isFormatted ? shownValue(cell) : null
  return [row, column, typeOf(value), held, text, formula ?? null, format ?? null]
}

/**
 * Writes the cells of a workbook in the format of `cell-pages.ts`, at most `maxBytes` compressed. Runs in a worker
 * thread.
 */
export const writeCellPages = (
  { sheets }: Book,
  maxBytes: number,
  maxCharacters = defaultMaxCharacters,
): { indexBytes: number; content: Uint8Array<ArrayBuffer> } => {
  const index: CellIndex = { sheets: [] }
  const chunks: Buffer[] = []
  let start = 0
  let formatted = 0
  let allCharacters = 0

  for (const { name, cells } of sheets) {
    const pages: PageEntry[] = []
    let first: PagedCell | undefined
    let lines: string[] = []
    let characters = 0
    const endPage = () => {
      if (first === undefined) return
      // Copy the result: zlib's buffer occupies 16 KiB regardless of its length.
      const bytes = Buffer.from(deflateRawSync(`[${lines.join(',')}]`, { level: 1 }))
      pages.push([first[0], first[1], start, bytes.length])
      chunks.push(bytes)
      start += bytes.length
      if (start > maxBytes) tooMuch()
      first = undefined
      lines = []
      characters = 0
    }
    for (const cell of [...cells].sort(compareCells)) {
      const isFormatted = typeof cell.value === 'number' && cell.format !== undefined && formatted < maxFormatted
      if (isFormatted) formatted++
      const paged = pagedCell(cell, isFormatted)
      const line = JSON.stringify(paged)
      allCharacters += line.length
      if (allCharacters > maxCharacters) tooMuch()
      if (lines.length >= maxCellsPerPage || characters + line.length > maxCharactersPerPage) endPage()
      first ??= paged
      lines.push(line)
      characters += line.length
    }
    endPage()
    index.sheets.push({ name, pages })
  }
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
