import type { Blobs, ListedBlob } from '../../platform/blobs/blobs.ts'
import { type Clock, days } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createBlobGarbageStore } from './blob-garbage.store.ts'

/** Younger ones may belong to an upload under way, or be what was extracted from a document and is soon wanted again. */
const keptMs = days(1)

/** Whoever writes a row that names a blob holds this until the commit, and then sees that the blob is still there. */
export const holdBlobs = async (
  { database, blobs }: { database: Database; blobs: Pick<Blobs, 'size'> },
  sha256s: readonly string[],
): Promise<void> => {
  await createBlobGarbageStore(database).share()
  for (const sha256 of sha256s) {
    if ((await blobs.size(sha256)) === undefined) throw new Error(`A blob was collected while it arrived: ${sha256}`)
  }
}

/**
 * Removes the blobs that no row names: of uploads that were refused or cut off, of documents and pictures that were
 * removed. What is kept of digitized documents counts as unnamed: it is made again when it is missing.
 */
export const createBlobGarbage = ({ database, blobs, now }: { database: Database; blobs: Blobs; now: Clock }) => {
  const store = createBlobGarbageStore(database)
  const unnamed = (page: readonly ListedBlob[]): Promise<string[]> => store.unnamed(page.map(({ sha256 }) => sha256))

  return {
    collect: async (): Promise<void> => {
      for await (const page of blobs.list()) {
        const old = page.filter(({ storedAt }) => now().getTime() - storedAt.getTime() > keptMs)
        if (old.length === 0 || (await unnamed(old)).length === 0) continue
        await database.transaction(async () => {
          await store.hold()
          for (const sha256 of await unnamed(old)) await blobs.delete(sha256)
        })
      }
    },
  }
}
