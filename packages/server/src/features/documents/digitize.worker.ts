import type { DocumentKind } from '@deal-canvas/contract'
import { UnreadableWorkbook } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../messages/documents.ts'
import { handedOver } from '../../platform/workers/handed-over.ts'
import { writeCellPages } from './cells/write-cell-pages.ts'
import { maxDerivedBytes } from './derived-bytes.ts'
import { type Digitized, partsOf, writeDigitized } from './digitized.ts'
import { hasSheets } from './has-sheets.ts'
import { type Book, digitizeBook, readBook } from './reading/book.ts'
import { judgeFile } from './reading/judge-file.ts'
import { readCsv } from './reading/read-csv.ts'
import { readDocx } from './reading/read-docx.ts'
import { readPdf } from './reading/read-pdf.ts'
import { readText } from './reading/read-text.ts'
import { Unreadable, unreadable } from './reading/unreadable.ts'

interface File {
  bytes: Uint8Array
  fileName: string
  kind: DocumentKind
}

/** The answer, or the reason why there is none. */
export type Outcome<Answer> = { ok: true; answer: Answer } | { ok: false; problem: string }

/** The stored content of a document. */
export interface Extract {
  title: string | null
  parts: number
  content: Uint8Array<ArrayBuffer>
  /** Only for workbooks and CSV files. */
  cells?: CellPagesFile
}

/** The cells of a workbook as pages; see cells/cell-pages.ts. */
export interface CellPagesFile {
  indexBytes: number
  content: Uint8Array<ArrayBuffer>
}

const attempt = async <Answer>(
  work: () => Answer | Promise<Answer>,
  /** The arrays to transfer to the calling thread. */
  arraysOf: (answer: Answer) => Uint8Array<ArrayBuffer>[] = () => [],
): Promise<Outcome<Answer>> => {
  try {
    const answer = await work()
    return handedOver({ ok: true, answer }, arraysOf(answer))
  } catch (error) {
    if (error instanceof Unreadable || error instanceof UnreadableWorkbook) return { ok: false, problem: error.message }
    throw error
  }
}

/** Detects the type of a file. */
export const judge = ({ bytes, fileName }: Omit<File, 'kind'>): Promise<Outcome<DocumentKind>> =>
  attempt(() => judgeFile(bytes, fileName))

/** Extracts the human-readable content. */
export const digitize = (file: File): Promise<Outcome<Extract>> =>
  attempt(
    async () => {
      // Read the size first: reading can detach the buffer.
      const maxBytes = maxDerivedBytes(file.bytes.length)
      const book = hasSheets(file) ? bookOf(file) : undefined
      const digitized = book === undefined ? await readPages(file) : digitizeBook(book)
      return {
        title: digitized.title,
        parts: partsOf(digitized),
        content: writeDigitized(digitized, maxBytes),
        ...(book === undefined ? {} : { cells: writeCellPages(book, maxBytes) }),
      }
    },
    ({ content, cells }) => [content, ...(cells === undefined ? [] : [cells.content])],
  )

/** Extracts the cells only. */
export const cellPages = (file: File): Promise<Outcome<CellPagesFile>> =>
  attempt(
    () => writeCellPages(bookOf(file), maxDerivedBytes(file.bytes.length)),
    ({ content }) => [content],
  )

const bookOf = ({ bytes, fileName, kind }: File): Book => {
  if (kind === 'xlsx' || kind === 'xlsm') return readBook(bytes)
  return kind === 'csv' ? readCsv(bytes, fileName) : unreadable(documentMessages.noSheets())
}

const readPages = async ({ bytes, kind }: File): Promise<Digitized> => {
  if (kind === 'pdf') return { kind: 'text', ...(await readPdf(bytes)) }
  return { kind: 'text', ...(kind === 'docx' ? readDocx(bytes) : readText(bytes)) }
}
