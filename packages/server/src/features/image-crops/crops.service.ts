import { maxImageBytes, maxImageSide } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { readImage } from '../../platform/images/read-image.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { ClaimedBlob, DealBlobs, Documents, UploadedFile } from '../documents/index.ts'
import type { Quotas } from '../quotas/index.ts'
import type { CropRow, CropsStore } from './crops.store.ts'

export type { CropRow } from './crops.store.ts'

interface Deps {
  store: CropsStore
  database: Pick<Database, 'afterCommit'>
  changes: Pick<DealChanges, 'change'>
  blobs: Pick<DealBlobs, 'put' | 'open' | 'settle' | 'release' | 'deleteUnnamed'>
  state: Pick<KeyValue, 'get' | 'set' | 'delete'>
  documents: Pick<Documents, 'find'>
  quotas: Pick<Quotas, 'roomFor' | 'takeBytes'>
  now: Clock
}

/** The source of an image crop. */
export interface Cut {
  documentId: string | undefined
  page: number | undefined
}

const keptDays = 1
/** Per deal, without a comment: unused uploads must not pile up for a day. */
const maxUnused = 100

export type Crops = ReturnType<typeof createCrops>

/**
 * Images cropped from documents. Until a comment uses it, an image is temporary: it exists only as long as its
 * `image_crop` state entry, which a purge removes and which expires after a day. Attaching it to a comment deletes the
 * entry, so that no purge removes the image.
 */
export const createCrops = ({ store, database, changes, blobs, state, documents, quotas, now }: Deps) => {
  const entryOf = (dealId: string, id: string) => ({ dealId, kind: 'image_crop', id }) as const

  const take = async (
    dealId: string,
    files: AsyncIterable<UploadedFile>,
    taken: ClaimedBlob[],
  ): Promise<ClaimedBlob> => {
    for await (const { content } of files) taken.push(await blobs.put(dealId, content, { maxBytes: maxImageBytes }))
    return taken.at(-1) ?? refuse('internal')
  }

  const look = async (sha256: string) => {
    const stream = await blobs.open(sha256)
    if (stream === undefined) throw new Error(`The content of a picture is missing: ${sha256}`)
    const chunks: Uint8Array[] = []
    for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk)
    const head = readImage(Buffer.concat(chunks), { maxSide: maxImageSide })
    if ('problem' in head) throw new InvalidInput({ at: ['body', 'file'], reason: head.problem })
    return head
  }

  const isThere = async ({ id, dealId, commentId }: CropRow): Promise<boolean> =>
    commentId !== null || (await state.get(entryOf(dealId, id))) !== undefined

  const find = async (dealId: string, id: string): Promise<CropRow> => {
    const crop = await store.find(dealId, id)
    return crop !== undefined && (await isThere(crop)) ? crop : refuse('crop_not_found')
  }

  return {
    find,

    add: async (
      actor: Actor,
      dealId: string,
      files: AsyncIterable<UploadedFile>,
      readCut: () => Cut,
    ): Promise<CropRow> => {
      // Check before the upload, so that nothing is stored that would be rejected anyway.
      await quotas.roomFor(dealId)
      const taken: ClaimedBlob[] = []
      const keep = async (): Promise<CropRow> => {
        const { claimId, ...blob } = await take(dealId, files, taken)
        const { documentId, page } = readCut()
        const head = await look(blob.sha256)
        const document = documentId === undefined ? undefined : await documents.find(dealId, documentId)
        const crop: CropRow = {
          id: newId(),
          dealId,
          documentId: document?.id ?? null,
          page: page ?? null,
          ...head,
          ...blob,
          commentId: null,
          createdBy: actor.userId,
          createdAt: now(),
        }
        // Before the row: an image without a state entry counts as deleted.
        await state.set(entryOf(dealId, crop.id), { sha256: crop.sha256 }, { ttlMs: days(keptDays) })
        const add = async (): Promise<void> => {
          await quotas.takeBytes(dealId, crop.size)
          await store.add(crop)
          await blobs.settle([{ ...blob, claimId }])
        }
        await changes.change(actor, dealId, 'commenter', add, { evenIfDecided: true }).catch(async (error: unknown) => {
          await state.delete(entryOf(dealId, crop.id))
          throw error
        })
        return crop
      }
      const crop = await keep().finally(() => blobs.release(taken))
      for (const id of await store.keepNewest(dealId, maxUnused)) await state.delete(entryOf(dealId, id))
      return crop
    },

    /**
     * Checks before the change that attaches them that all images exist and are unused. `at` is the field path for
     * errors.
     */
    assertFree: async (dealId: string, ids: readonly string[], at: readonly (string | number)[]): Promise<void> => {
      const wrong: number[] = []
      for (const [place, id] of ids.entries()) {
        const crop = await store.find(dealId, id)
        if (crop === undefined || crop.commentId !== null || !(await isThere(crop))) wrong.push(place)
      }
      if (wrong.length > 0)
        throw new InvalidInput(
          ...wrong.map((place) => ({
            at: [...at, place],
            reason: requestMessages.pictureNotFound(),
            input: ids[place],
          })),
        )
    },

    /** Call inside a change of the deal. Makes the image part of the comment; safe to repeat. */
    attach: async (deal: Pick<ChangingDeal, 'row'>, id: string, commentId: string): Promise<void> => {
      const dealId = deal.row.id
      if (!(await store.attach(dealId, id, commentId))) refuse('crop_not_found')
      await database.afterCommit(async () => void (await state.delete(entryOf(dealId, id))))
    },

    /** Call inside a change of the deal. Deletes the images of a comment. */
    erase: async (deal: Pick<ChangingDeal, 'row'>, commentId: string): Promise<void> => {
      const gone = await store.removeOfComment(deal.row.id, commentId)
      await database.afterCommit(async () => void (await blobs.deleteUnnamed(gone)))
    },

    ofComments: (dealId: string, commentIds: readonly string[]): Promise<CropRow[]> =>
      commentIds.length === 0 ? Promise.resolve([]) : store.ofComments(dealId, commentIds),

    sweep: (): Promise<void> => store.sweep(later(now(), -days(keptDays))),
  }
}
