import { type DocumentRow, type Documents, DocumentUnreadable } from '../documents/documents.service.ts'
import type { ReadFile } from './naming/read-file.ts'

interface Deps {
  documents: Pick<Documents, 'digitize'>
  onTrouble(error: unknown): void
}

/** A name stands at the beginning; nobody waits longer than this for one. */
const mostLines = 400
const mostMs = 5_000

/** What there is to read of files when their deal is to be named. One that takes long, or cannot be read, has its name alone. */
export const createReadFiles =
  ({ documents, onTrouble }: Deps) =>
  (files: readonly DocumentRow[]): Promise<ReadFile[]> => {
    const signal = AbortSignal.timeout(mostMs)
    const read = async (file: DocumentRow): Promise<ReadFile> => {
      const { fileName } = file
      const digitized = await documents.digitize(file, signal).catch((error: unknown) => {
        // That it cannot be read stands in its row, and one that takes long is read by the build.
        if (!(error instanceof DocumentUnreadable || signal.aborted)) onTrouble(error)
        return undefined
      })
      if (digitized === undefined) return { fileName, title: null, lines: [] }
      const lines =
        digitized.kind === 'workbook'
          ? digitized.lines.map(({ text }) => text)
          : digitized.pages.slice(0, 3).flatMap(({ text }) => text.split('\n'))
      return { fileName, title: digitized.title, lines: lines.slice(0, mostLines) }
    }
    return Promise.all(files.map(read))
  }
