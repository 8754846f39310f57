import type { Digitized } from '../documents/index.ts'
import { type DocumentRow, type Documents, DocumentUnreadable } from '../documents/index.ts'
import { beginningOf, type ReadFile, type SheetHead } from './naming/read-file.ts'

interface Deps {
  documents: Pick<Documents, 'digitize'>
  onError(error: unknown): void
}

/** The longest time a user waits for a name. */
const maxMs = 5_000
/** The name is in one of the first files and on the first pages; a page can be crafted to be endless. */
const maxFiles = 40
const maxPages = 3
const maxPageLength = 100_000
const maxRows = 400

/** Returns the rows of the visible sheets. */
const sheetHeads = ({ sheets, lines }: Extract<Digitized, { kind: 'workbook' }>): SheetHead[] => {
  const shown = sheets.filter(({ hidden }) => !hidden)
  const rows = new Map(shown.map(({ name }) => [name, [] as string[]]))
  for (const { sheet, text } of lines) rows.get(sheet)?.push(text)
  return shown.map(({ name }) => ({ name, rows: rows.get(name) ?? [] }))
}

/**
 * Reads the parts of files that are needed to suggest a deal name. A file that is slow or unreadable contributes only
 * its name.
 */
export const createReadFiles =
  ({ documents, onError }: Deps) =>
  (files: readonly DocumentRow[]): Promise<ReadFile[]> => {
    const signal = AbortSignal.timeout(maxMs)
    const read = async (file: DocumentRow): Promise<ReadFile> => {
      const { fileName } = file
      const digitized = await documents.digitize(file, signal).catch((error: unknown) => {
        // The row of an unreadable file stores the problem, and the build reads a slow one.
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
