import type { DocumentKind } from '@deal-canvas/contract'
import { UnreadableWorkbook } from '@deal-canvas/engine'
import { type Digitized, partsOf, writeDigitized } from './digitized.ts'
import { createKeptBooks } from './kept-books.ts'
import { type Book, digitizeBook, readBook } from './reading/book.ts'
import { judgeFile } from './reading/judge-file.ts'
import { type CellRange, type FoundCells, readCells } from './reading/read-cells.ts'
import { readCsv } from './reading/read-csv.ts'
import { readDocx } from './reading/read-docx.ts'
import { readPdf } from './reading/read-pdf.ts'
import { readText } from './reading/read-text.ts'
import { Unreadable, unreadable } from './reading/unreadable.ts'

/** What a thread keeps between two tasks. */
const kept = createKeptBooks({ mostBooks: 2, mostCells: 300_000 })

interface File {
  bytes: Uint8Array
  fileName: string
  kind: DocumentKind
}

/** What was asked for, or why there is none. */
export type Outcome<Answer> = { ok: true; answer: Answer } | { ok: false; problem: string }

/** What is kept of a document. */
export interface Extract {
  title: string | null
  parts: number
  content: Uint8Array
}

const attempt = async <Answer>(work: () => Answer | Promise<Answer>): Promise<Outcome<Answer>> => {
  try {
    return { ok: true, answer: await work() }
  } catch (error) {
    if (error instanceof Unreadable || error instanceof UnreadableWorkbook) return { ok: false, problem: error.message }
    throw error
  }
}

/** What kind of file it is. */
export const judge = ({ bytes, fileName }: Omit<File, 'kind'>): Promise<Outcome<DocumentKind>> =>
  attempt(() => judgeFile(bytes, fileName))

/** Its content, as people read it. */
export const digitize = (file: File): Promise<Outcome<Extract>> =>
  attempt(async () => {
    const digitized = await read(file)
    return { title: digitized.title, parts: partsOf(digitized), content: writeDigitized(digitized) }
  })

/** Some cells of a sheet. */
export const cells = ({
  sheet,
  range,
  ...file
}: File & { sha256: string; sheet?: string | undefined; range: CellRange }): Promise<Outcome<FoundCells>> =>
  attempt(() =>
    readCells(
      kept(`${file.kind} ${file.sha256}`, () => bookOf(file)),
      sheet,
      range,
    ),
  )

const bookOf = ({ bytes, fileName, kind }: File): Book => {
  if (kind === 'xlsx' || kind === 'xlsm') return readBook(bytes)
  return kind === 'csv' ? readCsv(bytes, fileName) : unreadable('The document has no sheets')
}

const read = async (file: File): Promise<Digitized> => {
  const { bytes, kind } = file
  switch (kind) {
    case 'xlsx':
    case 'xlsm':
    case 'csv':
      return digitizeBook(bookOf(file))
    case 'pdf':
      return { kind: 'text', ...(await readPdf(bytes)) }
    case 'docx':
      return { kind: 'text', ...readDocx(bytes) }
    case 'txt':
    case 'md':
      return { kind: 'text', ...readText(bytes) }
  }
}
