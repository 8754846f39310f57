import type { Digitized } from '../documents/digitized.ts'
import { type DocumentRow, type Documents, DocumentUnreadable } from '../documents/documents.service.ts'
import { beginningOf, type ReadFile, type SheetHead } from './naming/read-file.ts'

interface Deps {
  documents: Pick<Documents, 'digitize'>
  onError(error: unknown): void
}

/** Nobody waits longer than this for a name. */
const maxMs = 5_000
/** The name stands in one of the first files and on the first pages; a page may be made to be endless. */
const maxFiles = 40
const maxPages = 3
const maxPageLength = 100_000
const maxRows = 400

/** The rows of the sheets that people see. */
const sheetHeads = ({ sheets, lines }: Extract<Digitized, { kind: 'workbook' }>): SheetHead[] => {
  const shown = sheets.filter(({ hidden }) => !hidden)
  const rows = new Map(shown.map(({ name }) => [name, [] as string[]]))
  for (const { sheet, text } of lines) rows.get(sheet)?.push(text)
  return shown.map(({ name }) => ({ name, rows: rows.get(name) ?? [] }))
}

/** What there is to read of files when their deal is to be named. One that takes long, or cannot be read, has its name alone. */
export const createReadFiles =
  ({ documents, onError }: Deps) =>
  (files: readonly DocumentRow[]): Promise<ReadFile[]> => {
    const signal = AbortSignal.timeout(maxMs)
    const read = async (file: DocumentRow): Promise<ReadFile> => {
      const { fileName } = file
      const digitized = await documents.digitize(file, signal).catch((error: unknown) => {
        // That it cannot be read stands in its row, and one that takes long is read by the build.
        if (!(error instanceof DocumentUnreadable || signal.aborted)) onError(error)
        return undefined
      })
      if (digitized === undefined) return { fileName, title: null, lines: [] }
      const sheets = digitized.kind === 'workbook' ? sheetHeads(digitized) : undefined
      const lines =
        digitized.kind === 'workbook'
          ? digitized.lines.slice(0, maxRows).map(({ text }) => text)
          : digitized.pages.slice(0, maxPages).flatMap(({ text }) => text.slice(0, maxPageLength).split('\n'))
      return beginningOf({ fileName, title: digitized.title, lines, ...(sheets && { sheets }) })
    }
    const unread = files.slice(maxFiles).map(({ fileName }) => beginningOf({ fileName, title: null, lines: [] }))
    return Promise.all([...files.slice(0, maxFiles).map(read), ...unread])
  }
