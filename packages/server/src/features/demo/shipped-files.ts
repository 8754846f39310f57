import { createReadStream } from 'node:fs'
import type { UploadedFile } from '../documents/documents.service.ts'

/** The files stand beside `src` and `dist` alike. */
const folder = new URL('../../../demo/', import.meta.url)

/** Files that come with the service, as if somebody uploaded them. */
export async function* shippedFiles(names: readonly string[]): AsyncGenerator<UploadedFile> {
  for (const fileName of names) yield { fileName, content: createReadStream(new URL(fileName, folder)) }
}
