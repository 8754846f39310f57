import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isStorageFull, StorageFull } from './storage-full.ts'

interface Deps {
  folder: string
  minFreeBytes: number
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000)} MB`

/** Throws StorageFull, with a message for the operator, if the disk of a folder has too little free space. */
export const requireDiskSpace = async ({ folder, minFreeBytes }: Deps): Promise<void> => {
  await writeProbe(folder)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= minFreeBytes) return
  throw new StorageFull(
    `The disk of the data folder is full: ${megabytes(free)} are free, and ${megabytes(minFreeBytes)} are needed.`,
  )
}

/** A quota can forbid writing even if the disk itself has free space. */
const writeProbe = async (folder: string): Promise<void> => {
  const path = join(folder, `.probe-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(path, 'a', { mode: 0o600, flush: true })
  } catch (error) {
    if (!isStorageFull(error)) throw error
    throw new StorageFull('The disk of the data folder is full: nothing can be written.', { cause: error })
  } finally {
    await rm(path, { force: true })
  }
}
