import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { BlobTooLarge } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { Deals } from '../deals/index.ts'
import type { ClaimedBlob, DealBlobs } from '../documents/index.ts'
import { BundleProblem } from './bundle-problem.ts'
import type { BundleRowsStore } from './bundle-rows.store.ts'
import type { ImportRow, ImportsStore } from './imports.store.ts'
import { openBundle } from './open-bundle.ts'

interface Deps {
  store: Pick<ImportsStore, 'add' | 'page' | 'find'>
  rows: Pick<BundleRowsStore, 'schema' | 'isTaken'>
  deals: Pick<Deals, 'orgFor'>
  blobs: Pick<DealBlobs, 'open' | 'put' | 'settle' | 'release'>
  database: Pick<Database, 'transaction' | 'afterCommit'>
  /** Called after a bundle was sent. */
  wake(): void
  now: Clock
}

/** A bundle that is being uploaded. */
export interface ArrivingBundle {
  content: AsyncIterable<Uint8Array>
  maxBytes: number
  /** Known once the content was read. Null: a personal deal; undefined: the only organization of the person. */
  orgId(): string | null | undefined
}

export type Imports = ReturnType<typeof createImports>

/** Takes in bundles, and shows how far their imports are. Everyone sees only their own. */
export const createImports = ({ store, rows, deals, blobs, database, wake, now }: Deps) => {
  /** Reads only the manifest: what would fail anyway is refused at once. */
  const judge = async ({ sha256, size }: ClaimedBlob) => {
    try {
      const bundle = await openBundle(blobs, { sha256, size, schema: await rows.schema() })
      bundle.close()
      return bundle
    } catch (error) {
      if (!(error instanceof BundleProblem)) throw error
      throw new InvalidInput({ at: ['body', 'file'], reason: error.message })
    }
  }

  const put = (id: string, { content, maxBytes }: ArrivingBundle): Promise<ClaimedBlob> =>
    blobs.put(`import ${id}`, content, { maxBytes }).catch((error: unknown) => {
      if (error instanceof BlobTooLarge) return refuse('file_too_large')
      throw error
    })

  return {
    take: async (actor: Actor, arriving: ArrivingBundle): Promise<ImportRow> => {
      const id = newId()
      const blob = await put(id, arriving)
      try {
        const { manifest, fingerprint } = await judge(blob)
        const requested = arriving.orgId()
        if (typeof requested === 'string' && !isId(requested)) refuse('org_not_found')
        if (await rows.isTaken(manifest.deal_id)) refuse('deal_exists')
        return await database.transaction(async () => {
          const at = now()
          const row: ImportRow = {
            id,
            requestedBy: actor.userId,
            orgId: await deals.orgFor(actor.userId, requested),
            dealId: manifest.deal_id,
            status: 'pending',
            progress: 0,
            problem: null,
            fingerprint,
            sha256: blob.sha256,
            size: blob.size,
            dueAt: at,
            attempts: 0,
            createdAt: at,
          }
          await store.add(row)
          await blobs.settle([blob])
          await database.afterCommit(async () => wake())
          return row
        })
      } finally {
        // Nothing is left to release once the row refers to the blob.
        await blobs.release([blob])
      }
    },

    list: async (
      userId: string,
      { after, limit }: { after: { time: Date; id: string } | undefined; limit: number },
    ) => {
      const found = await store.page(userId, { after, limit: limit + 1 })
      const shown = found.slice(0, limit)
      return { imports: shown, next: found.length > shown.length ? shown.at(-1) : undefined }
    },

    find: async (userId: string, id: string): Promise<ImportRow> =>
      (await store.find(userId, id)) ?? refuse('import_not_found'),
  }
}
