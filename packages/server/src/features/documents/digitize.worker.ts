import { type DocumentKind, tableKinds, workbookKinds } from '@deal-canvas/contract'
import type { ExtractOptions } from '@deal-canvas/facts'
import { UnreadableWorkbook } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../messages/documents.ts'
import { handedOver } from '../../platform/workers/handed-over.ts'
import { writeCellPages } from './cells/write-cell-pages.ts'
import { maxDerivedBytes } from './derived-bytes.ts'
import { type Digitized, type Page, partsOf, unpackDigitized, writeDigitized } from './digitized.ts'
import { type FactsRead, pagesOf, readFacts, sheetsOf } from './facts/read-facts.ts'
import { type ArchiveEntry, expandArchive } from './reading/archive.ts'
import { type Book, digitizeBook, readBook } from './reading/book.ts'
import { judgeFile } from './reading/judge-file.ts'
import { attachmentsOf, readMail } from './reading/mail.ts'
import { readCsv } from './reading/read-csv.ts'
import { readDocx } from './reading/read-docx.ts'
import { readHtml } from './reading/read-html.ts'
import { readPdf } from './reading/read-pdf.ts'
import { readPptx } from './reading/read-pptx.ts'
import { readRtf } from './reading/read-rtf.ts'
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

/** Some of the files that another one contains, and where the next ones begin. */
export interface ContainedFiles {
  entries: ArchiveEntry[]
  next: number | undefined
}

/** Extracts the files of an archive, or the attachments of a mail. */
export const expand = ({ bytes, kind, from }: File & { from: number }): Promise<Outcome<ContainedFiles>> =>
  attempt(
    async () => {
      if (kind !== 'eml' && kind !== 'msg') return expandArchive(bytes, from)
      const entries = (await attachmentsOf(bytes, kind)).map((attachment) => ({
        folder: '',
        fileName: attachment.fileName,
        // A buffer of its own, which can be transferred.
        bytes: new Uint8Array(attachment.bytes) as Uint8Array<ArrayBuffer>,
      }))
      return { entries, next: undefined }
    },
    ({ entries }) => entries.map((entry) => entry.bytes),
  )

/** Extracts the human-readable content. */
export const digitize = (file: File): Promise<Outcome<Extract>> =>
  attempt(
    async () => {
      // Read the size first: reading can detach the buffer.
      const maxBytes = maxDerivedBytes(file.bytes.length)
      const book = tableKinds.has(file.kind) ? bookOf(file) : undefined
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

/** Reads the facts of a document from its stored content, or from the cells of a table. */
export const facts = (file: File & { isContent: boolean; options: ExtractOptions }): Promise<Outcome<FactsRead>> =>
  attempt(() => readFacts(file.isContent ? pagesOf(unpackDigitized(file.bytes)) : sheetsOf(bookOf(file)), file.options))

/** Extracts the cells only. */
export const cellPages = (file: File): Promise<Outcome<CellPagesFile>> =>
  attempt(
    () => writeCellPages(bookOf(file), maxDerivedBytes(file.bytes.length)),
    ({ content }) => [content],
  )

const bookOf = ({ bytes, fileName, kind }: File): Book => {
  if (workbookKinds.has(kind)) return readBook(bytes)
  return tableKinds.has(kind) ? readCsv(bytes, fileName) : unreadable(documentMessages.noSheets())
}

interface PagesRead {
  title: string | null
  pages: Page[]
}
type PageReader = (bytes: Uint8Array) => PagesRead | Promise<PagesRead>

const pageReaders: Partial<Record<DocumentKind, PageReader>> = {
  pdf: readPdf,
  docx: readDocx,
  pptx: readPptx,
  rtf: readRtf,
  html: readHtml,
  eml: (bytes) => readMail(bytes, 'eml'),
  msg: (bytes) => readMail(bytes, 'msg'),
}

const readPages = async ({ bytes, kind }: File): Promise<Digitized> => ({
  kind: 'text',
  ...(await (pageReaders[kind] ?? readText)(bytes)),
})
