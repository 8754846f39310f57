import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Blobs, isSha256, type ListedBlob, requireRange, requireSha256 } from './blobs.ts'
import { ifPresent, removeLeftovers, writeHashed } from './hashed-file.ts'

const pageSize = 500

/** Blobs as files `ab/cd/<sha256>`. A file gets its name only once it is complete and flushed to disk. */
export const createFolderBlobs = async ({ folder }: { folder: string }): Promise<Blobs> => {
  const tempFolder = join(folder, 'temp')
  await mkdir(tempFolder, { recursive: true, mode: 0o700 })
  await removeLeftovers(tempFolder)

  const pathOf = (sha256: string): string => {
    requireSha256(sha256)
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

    async open(sha256, range = { start: 0 }) {
      requireRange(range)
      const file = await ifPresent(open(pathOf(sha256), 'r'))
      return file?.createReadStream({ start: range.start, end: range.end ?? Number.MAX_SAFE_INTEGER })
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

const isPair = (name: string) => /^[0-9a-f]{2}$/.test(name)

const namesIn = async (folder: string, wanted: (name: string) => boolean) =>
  (await readdir(folder)).filter(wanted).sort()
