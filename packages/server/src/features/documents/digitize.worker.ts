import { Readable } from 'node:stream'
import { type DocumentKind, pictureKinds, tableKinds, workbookKinds } from '@deal-canvas/contract'
import type { ExtractOptions } from '@deal-canvas/facts'
import { UnreadableWorkbook } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../messages/documents.ts'
import { handedOver } from '../../platform/workers/handed-over.ts'
import { type FoundHits, searchCells, type WantedHits } from './cells/find-cells.ts'
import { type FoundCell, findMovedCells as findMoved, type WantedCell } from './cells/find-moved-cells.ts'
import { writeCellPages } from './cells/write-cell-pages.ts'
import { maxDerivedBytes } from './derived-bytes.ts'
import { type Digitized, type Page, partsOf, readDigitized, unpackDigitized, writeDigitized } from './digitized.ts'
import { type FactsRead, pagesOf, readFacts, sheetsOf } from './facts/read-facts.ts'
import type { Outcome } from './outcome.ts'
import { type ArchiveEntry, expandArchive } from './reading/archive.ts'
import { type Book, digitizeBook, readBook } from './reading/book.ts'
import { judgeFile } from './reading/judge-file.ts'
import { attachmentsOf, readMail } from './reading/mail.ts'
import { readCsv } from './reading/read-csv.ts'
import { readDocx } from './reading/read-docx.ts'
import { readHtml } from './reading/read-html.ts'
import { readPdf } from './reading/read-pdf.ts'
import { judgePicture } from './reading/read-picture.ts'
import { readPptx } from './reading/read-pptx.ts'
import { readRtf } from './reading/read-rtf.ts'
import { readText } from './reading/read-text.ts'
import { unlockFile } from './reading/unlock-file.ts'
import { NeedsPassword, Unreadable, unreadable } from './reading/unreadable.ts'

interface File {
  bytes: Uint8Array
  fileName: string
  kind: DocumentKind
  /** Whether pages without text can be read by text recognition. */
  ocr: boolean
}

/** The stored content of a document. */
export interface Extract {
  title: string | null
  parts: number
  content: Uint8Array<ArrayBuffer>
  /** Only for workbooks and CSV files. */
  cells?: CellPagesFile
  /** The pages without text, which text recognition can read. */
  scanned: number[]
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

/** The type of a file; that of an encrypted one is unknown until its password is known. */
export interface Judged {
  kind: DocumentKind
  isEncrypted: boolean
}

/** Detects the type of a file. */
export const judge = ({ bytes, fileName, ocr }: Omit<File, 'kind'>): Promise<Outcome<Judged>> =>
  attempt(async () => {
    try {
      return { kind: await judgeFile(bytes, fileName, { ocr }), isEncrypted: false }
    } catch (error) {
      if (error instanceof NeedsPassword) return { kind: 'unknown', isEncrypted: true }
      throw error
    }
  })

/** The file without its password, or undefined if the password is wrong. */
export const unlock = ({
  bytes,
  password,
}: {
  bytes: Uint8Array
  password: string
}): Promise<Outcome<{ bytes: Uint8Array<ArrayBuffer> | undefined }>> =>
  attempt(
    async () => ({ bytes: await unlockFile(bytes, password) }),
    ({ bytes: unlocked }) => (unlocked === undefined ? [] : [unlocked]),
  )

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
      const hasImages = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length).includes('/Image')
      const book = tableKinds.has(file.kind) ? bookOf(file) : undefined
      const digitized = book === undefined ? await readPages(file) : digitizeBook(book)
      return {
        title: digitized.title,
        parts: partsOf(digitized),
        content: writeDigitized(digitized, maxBytes),
        scanned: file.ocr ? scannedPages(digitized, { kind: file.kind, hasImages }) : [],
        ...(book === undefined ? {} : { cells: writeCellPages(book, maxBytes) }),
      }
    },
    ({ content, cells }) => [content, ...(cells === undefined ? [] : [cells.content])],
  )

/** Reads the facts of a document from its stored content, or from the cells of a table. */
export const facts = (file: File & { isContent: boolean; options: ExtractOptions }): Promise<Outcome<FactsRead>> =>
  attempt(() => readFacts(file.isContent ? pagesOf(unpackDigitized(file.bytes)) : sheetsOf(bookOf(file)), file.options))
/** Replaces pages by the recognized ones that have more text. */
export const putRecognized = ({
  content,
  pages,
  fileBytes,
}: {
  content: Uint8Array
  pages: Page[]
  fileBytes: number
}): Promise<Outcome<Pick<Extract, 'content'>>> =>
  attempt(
    async () => {
      const digitized = await readDigitized(Readable.from([content]))
      if (digitized.kind !== 'text') throw new Error('A workbook has no pages to recognize')
      const recognized = new Map(pages.map((page) => [page.page, page]))
      const merged = digitized.pages.map((page) => {
        const other = recognized.get(page.page)
        return other === undefined || textLength(other) < textLength(page) ? page : other
      })
      if (merged.every(({ text }) => text === '')) unreadable(documentMessages.nothingRecognized())
      return { content: writeDigitized({ ...digitized, pages: merged }, maxDerivedBytes(fileBytes)) }
    },
    (answer) => [answer.content],
  )

/** Extracts the cells only. */
export const cellPages = (file: File): Promise<Outcome<CellPagesFile>> =>
  attempt(
    () => writeCellPages(bookOf(file), maxDerivedBytes(file.bytes.length)),
    ({ content }) => [content],
  )

/** Finds cells of an earlier version of a workbook in this one. */
export const findMovedCells = (file: File & { wanted: WantedCell[] }): Promise<Outcome<(FoundCell | undefined)[]>> =>
  attempt(() => findMoved(bookOf(file), file.wanted))
/** Searches stored cells. */
export const findCells = ({
  bytes,
  indexBytes,
  wanted,
}: {
  bytes: Uint8Array
  indexBytes: number
  wanted: WantedHits
}): Promise<Outcome<FoundHits>> => attempt(() => searchCells(bytes, indexBytes, wanted))

const bookOf = ({ bytes, fileName, kind }: File): Book => {
  if (workbookKinds.has(kind)) return readBook(bytes)
  return tableKinds.has(kind) ? readCsv(bytes, fileName) : unreadable(documentMessages.noSheets())
}

interface PagesRead {
  title: string | null
  pages: Page[]
}

/** A stamp or page number on a scan is less than this. */
const minTextLength = 40

const textLength = ({ text }: Page): number => text.replaceAll(/\s/g, '').length

/** A page with a few words is a scan only if the PDF has images: their dictionaries are never compressed. */
const scannedPages = (
  digitized: Digitized,
  { kind, hasImages }: { kind: DocumentKind; hasImages: boolean },
): number[] =>
  digitized.kind === 'text' && (kind === 'pdf' || pictureKinds.has(kind))
    ? digitized.pages.filter((page) => textLength(page) < (hasImages ? minTextLength : 1)).map(({ page }) => page)
    : []

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

/** The pages of a picture are empty until its text is recognized. */
const readPicture = (bytes: Uint8Array): PagesRead => {
  const { pages = 1 } = judgePicture(bytes) ?? {}
  return { title: null, pages: Array.from({ length: pages }, (_, n) => ({ page: n + 1, text: '' })) }
}

const readPages = async ({ bytes, kind, ocr }: File): Promise<Digitized> => {
  const isPicture = pictureKinds.has(kind)
  if (isPicture && !ocr) unreadable(documentMessages.recognitionOff())
  const read = await (isPicture ? readPicture : (pageReaders[kind] ?? readText))(bytes)
  if (kind === 'pdf' && !ocr && read.pages.every(({ text }) => text === ''))
    unreadable(documentMessages.pdfWithoutText())
  return { kind: 'text', ...read }
}
