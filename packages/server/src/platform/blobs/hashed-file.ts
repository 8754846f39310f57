import { createHash } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobTooLarge, type PutBlob } from './blobs.ts'

const pieceBytes = 1024 * 1024
const dayMs = 24 * 60 * 60 * 1000

/** Writes a source to a new file, flushes it, and returns its hash. The file stays when the source fails. */
export const writeHashed = async (
  path: string,
  source: AsyncIterable<Uint8Array> | Uint8Array,
  maxBytes: number,
): Promise<PutBlob> => {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of source instanceof Uint8Array ? piecesOf(source) : source) {
      size += chunk.byteLength
      if (size > maxBytes) throw new BlobTooLarge(maxBytes)
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), size }
}

/** An array can be hundreds of MB; writing it in chunks lets other work run in between. */
function* piecesOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

/** Younger files may belong to uploads in progress in another process. */
export const removeLeftovers = async (tempFolder: string): Promise<void> => {
  for (const name of await readdir(tempFolder)) {
    const path = join(tempFolder, name)
    const found = await ifPresent(stat(path))
    if (found && Date.now() - found.mtimeMs > dayMs) await rm(path, { force: true })
  }
}

export const ifPresent = async <Found>(finding: Promise<Found>): Promise<Found | undefined> => {
  try {
    return await finding
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
