import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Blobs, BlobTooLarge, isSha256, type ListedBlob } from './blobs.ts'

const pageSize = 500
const pieceBytes = 1024 * 1024
const dayMs = 24 * 60 * 60 * 1000

/** Blobs as files `ab/cd/<sha256>`. A file gets its name only once it is complete and flushed to disk. */
export const createFolderBlobs = async ({ folder }: { folder: string }): Promise<Blobs> => {
  const tempFolder = join(folder, 'temp')
  await mkdir(tempFolder, { recursive: true, mode: 0o700 })
  await removeLeftovers(tempFolder)

  const pathOf = (sha256: string): string => {
    if (!isSha256(sha256)) throw new TypeError('a blob is named by 64 lower-case hexadecimal digits')
    return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  }

  /** Renames even over an identical blob: this resets its age, so that the garbage collector leaves it alone. */
  const publish = async (temp: string, path: string) => {
    const parent = dirname(path)
    const created = await mkdir(parent, { recursive: true, mode: 0o700 })
    await rename(temp, path)
    for (const changed of created ? [parent, dirname(parent), folder] : [parent]) await syncFolder(changed)
  }

  return {
    async put(source, { maxBytes, beforeNaming }) {
      const temp = join(tempFolder, randomUUID())
      try {
        const written = await writeHashed(temp, source, maxBytes)
        await beforeNaming?.(written)
        await publish(temp, pathOf(written.sha256))
        return written
      } catch (error) {
        await rm(temp, { force: true })
        throw error
      }
    },

    async open(sha256, { start, end } = { start: 0 }) {
      const last = end ?? Number.MAX_SAFE_INTEGER
      if (!Number.isSafeInteger(start) || !Number.isSafeInteger(last) || start < 0 || last < start)
        throw new RangeError('a range starts at 0 or later and does not end before it starts')
      const file = await ifPresent(open(pathOf(sha256), 'r'))
      return file?.createReadStream({ start, end: last })
    },

    async size(sha256) {
      return (await ifPresent(stat(pathOf(sha256))))?.size
    },

    async delete(sha256) {
      await rm(pathOf(sha256), { force: true })
    },

    async *list() {
      let page: ListedBlob[] = []
      for (const first of await namesIn(folder, isPair)) {
        for (const second of await namesIn(join(folder, first), isPair)) {
          for (const sha256 of await namesIn(join(folder, first, second), isSha256)) {
            const found = await ifPresent(stat(pathOf(sha256)))
            if (found) page.push({ sha256, size: found.size, storedAt: found.mtime })
            if (page.length < pageSize) continue
            yield page
            page = []
          }
        }
      }
      if (page.length > 0) yield page
    },

    removeLeftovers: () => removeLeftovers(tempFolder),
  }
}

const writeHashed = async (path: string, source: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number) => {
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

/** Without this fsync, a power failure could lose a file name that the database already refers to. */
const syncFolder = async (path: string) => {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Younger files may belong to uploads in progress in another process. */
const removeLeftovers = async (tempFolder: string) => {
  for (const name of await readdir(tempFolder)) {
    const path = join(tempFolder, name)
    const found = await ifPresent(stat(path))
    if (found && Date.now() - found.mtimeMs > dayMs) await rm(path, { force: true })
  }
}

const isPair = (name: string) => /^[0-9a-f]{2}$/.test(name)

const namesIn = async (folder: string, wanted: (name: string) => boolean) =>
  (await readdir(folder)).filter(wanted).sort()

const ifPresent = async <Found>(finding: Promise<Found>): Promise<Found | undefined> => {
  try {
    return await finding
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
