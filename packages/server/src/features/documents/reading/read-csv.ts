import { CsvError, parse } from 'csv-parse/sync'
import { documentMessages } from '../../../messages/documents.ts'
import type { Book, BookCell } from './book.ts'
import { decodeText } from './decode-text.ts'
import { unreadable } from './unreadable.ts'

const delimiters = [',', ';', '\t', '|'] as const
const sampleLength = 64 * 1024
const sampleRows = 50
const maxCells = 1_000_000
const maxRecord = 1_000_000
const maxSheetNameLength = 31

const options = { bom: true, relax_column_count: true, relax_quotes: true, max_record_size: maxRecord } as const

/** Returns the first rows, or undefined if the text cannot be parsed with this delimiter. */
const sampleOf = (text: string, delimiter: string): string[][] | undefined => {
  const cut = text.slice(0, sampleLength)
  const sample = cut.length < text.length ? cut.slice(0, cut.lastIndexOf('\n') + 1) : cut
  try {
    return parse(sample, { ...options, delimiter, to: sampleRows, skip_empty_lines: true })
  } catch {
    return undefined
  }
}

/** Guesses the delimiter: the one that yields the most columns. `sure`: every row has the same number. */
export const guessDelimiter = (text: string): { delimiter: string; sure: boolean } => {
  const guesses = delimiters.map((delimiter) => {
    const rows = sampleOf(text, delimiter) ?? []
    const columns = rows[0]?.length ?? 0
    const even = columns > 1 && rows.length > 2 && rows.every((row) => row.length === columns)
    const cells = rows.reduce((sum, row) => sum + row.length, 0)
    return { delimiter, sure: even, weight: even ? 1_000_000 + columns : cells - rows.length }
  })
  const [best] = guesses.sort((a, b) => b.weight - a.weight)
  return { delimiter: best?.delimiter ?? ',', sure: best?.sure ?? false }
}

const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?$/i

const readValue = (text: string): string | number => {
  const plain = text.trim()
  return number.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : text
}

/** Reads a CSV file as a workbook with one sheet, named after the file. */
export const readCsv = (bytes: Uint8Array, fileName: string): Book => {
  const text = decodeText(bytes) ?? unreadable(documentMessages.notText())
  const { delimiter } = guessDelimiter(text)
  const cells: BookCell[] = []
  let row = 0
  const take = (record: string[]): null => {
    for (const [column, value] of record.entries()) {
      if (value === '') continue
      if (cells.length >= maxCells) unreadable(documentMessages.tooManyCells({ limit: maxCells }))
      cells.push({ row, column, value: readValue(value) })
    }
    row += 1
    return null
  }
  try {
    parse(text, { ...options, delimiter, on_record: take })
  } catch (error) {
    if (error instanceof CsvError) unreadable(documentMessages.quoteNotClosed())
    throw error
  }
  const name = fileName.replace(/\.[^.]*$/, '').slice(0, maxSheetNameLength) || 'Table'
  return { title: null, sheets: [{ name, hidden: false, cells }] }
}
