import { createReadStream } from 'node:fs'
import type { UploadedFile } from '../documents/index.ts'

/** The folder has the same relative path from `src` and `dist`. */
const folder = new URL('../../../demo/', import.meta.url)

/** Yields files that ship with the service as if they were uploaded. */
export async function* shippedFiles(names: readonly string[]): AsyncGenerator<UploadedFile> {
  for (const fileName of names) yield { fileName, content: createReadStream(new URL(fileName, folder)) }
}
