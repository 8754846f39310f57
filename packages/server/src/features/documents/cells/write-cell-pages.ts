import { type Book, type BookCell, shownValue } from '../reading/book.ts'
import {
  type CellIndex,
  compareCells,
  maxCellsPerPage,
  maxCharactersPerPage,
  type PagedCell,
  type PageEntry,
} from './cell-pages.ts'

/** Formats are slow to follow: of a book with more numbers the rest is shown when somebody asks for it. */
const maxFormatted = 200_000

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

/** The cells of a book as `cell-pages.ts` says; runs in a thread. */
export const writeCellPages = ({ sheets }: Book): { indexBytes: number; content: Uint8Array } => {
  const index: CellIndex = { sheets: [] }
  const chunks: Buffer[] = []
  let start = 0
  let formatted = 0

  for (const { name, cells } of sheets) {
    const pages: PageEntry[] = []
    let first: PagedCell | undefined
    let lines: string[] = []
    let characters = 0
    const endPage = () => {
      if (first === undefined) return
      const bytes = Buffer.from(`[${lines.join(',')}]`)
      pages.push([first[0], first[1], start, bytes.length])
      chunks.push(bytes)
      start += bytes.length
      first = undefined
      lines = []
      characters = 0
    }
    for (const cell of [...cells].sort(compareCells)) {
      const isFormatted = typeof cell.value === 'number' && cell.format !== undefined && formatted < maxFormatted
      if (isFormatted) formatted++
      const paged = pagedCell(cell, isFormatted)
      const line = JSON.stringify(paged)
      if (lines.length >= maxCellsPerPage || characters + line.length > maxCharactersPerPage) endPage()
      first ??= paged
      lines.push(line)
      characters += line.length
    }
    endPage()
    index.sheets.push({ name, pages })
  }
  const head = Buffer.from(JSON.stringify(index))
  return { indexBytes: head.length, content: new Uint8Array(Buffer.concat([head, ...chunks])) }
}
