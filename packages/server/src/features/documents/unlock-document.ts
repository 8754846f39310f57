import { maxDealBytes, maxDocumentBytes } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { documentMessages } from '../../messages/documents.ts'
import { BlobTooLarge } from '../../platform/blobs/blobs.ts'
import { type Clock, days } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import type { Key, KeyValue } from '../../platform/key-value/key-value.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Quotas } from '../quotas/index.ts'
import type { ClaimedBlob, DealBlobs } from './deal-blobs.service.ts'
import type { DocumentReader } from './document-reader.ts'
import type { DocumentRow, DocumentsStore } from './documents.store.ts'

interface Deps {
  store: Pick<DocumentsStore, 'find' | 'totals' | 'replaceEncrypted' | 'markFailed'>
  database: Database
  blobs: Pick<DealBlobs, 'put' | 'settle' | 'release' | 'deleteUnnamed'>
  state: Pick<KeyValue, 'get' | 'set' | 'delete'>
  reader: Pick<DocumentReader, 'judge' | 'unlock'>
  changes: Pick<DealChanges, 'change'>
  quotas: Pick<Quotas, 'takeBytes'>
  now: Clock
}

const maxTries = 5
const rememberedMs = days(30)

const triesKey = ({ dealId, id }: DocumentRow): Key => ({ dealId, kind: 'digitization', id: `password-${id}` })

const triesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null && 'tries' in value ? Number(value.tries) : 0

/** Replaces an encrypted file by a copy without its password. The password is neither stored nor logged. */
export const createUnlockDocument = ({ store, database, blobs, state, reader, changes, quotas, now }: Deps) => {
  const find = async (dealId: string, id: string): Promise<DocumentRow> => {
    const document = (await store.find(dealId, id)) ?? refuse('document_not_found')
    return document.state === 'password_needed' ? document : refuse('password_not_needed')
  }

  /** Counts before trying, under a lock: parallel requests would otherwise have more tries. */
  const takeTry = (dealId: string, id: string): Promise<{ document: DocumentRow; left: number }> =>
    withAdvisoryLock(database, `password ${id}`, async () => {
      const document = await find(dealId, id)
      const tries = triesIn((await state.get(triesKey(document)))?.value) + 1
      if (tries > maxTries) refuse('password_tries_spent')
      await state.set(triesKey(document), { tries }, { ttlMs: rememberedMs })
      return { document, left: maxTries - tries }
    })

  const keep = async (dealId: string, bytes: Uint8Array): Promise<ClaimedBlob> => {
    try {
      return await blobs.put(dealId, bytes, { maxBytes: maxDocumentBytes })
    } catch (error) {
      return error instanceof BlobTooLarge ? refuse('file_too_large') : Promise.reject(error)
    }
  }

  const judge = async (file: { fileName: string } & ClaimedBlob, signal: AbortSignal | undefined) => {
    const outcome = await reader.judge(file, signal)
    if (!outcome.ok) return { kind: 'unknown' as const, state: 'failed' as const, problem: outcome.problem }
    const { kind, isEncrypted } = outcome.answer
    if (isEncrypted || kind === 'zip')
      return { kind: 'unknown' as const, state: 'failed' as const, problem: documentMessages.stillProtected() }
    return { kind, state: 'stored' as const, problem: null }
  }

  const replace = (document: DocumentRow, blob: ClaimedBlob, judged: Awaited<ReturnType<typeof judge>>) =>
    withAdvisoryLock(database, `documents ${document.dealId}`, async () => {
      const { sha256, size } = blob
      const { bytes } = await store.totals(document.dealId)
      if (bytes - document.size + size > maxDealBytes) refuse('file_too_large')
      await quotas.takeBytes(document.dealId, Math.max(0, size - document.size))
      const isReplaced = await store.replaceEncrypted(document, { sha256, size, ...judged }, now())
      if (!isReplaced) refuse('password_not_needed')
      await blobs.settle([blob])
      await database.afterCommit(async () => {
        await state.delete(triesKey(document))
        await blobs.deleteUnnamed([document.sha256])
      })
    })

  /** `isDeal` runs in each transaction: it checks that files can still be changed, and whether the deal exists. */
  return async (
    actor: Actor,
    { dealId, id, password }: { dealId: string; id: string; password: string },
    { isDeal, signal }: { isDeal: () => Promise<boolean>; signal: AbortSignal },
  ): Promise<DocumentRow> => {
    const { document, left } = await database.transaction(async () =>
      (await isDeal()) ? changes.change(actor, dealId, 'editor', () => takeTry(dealId, id)) : takeTry(dealId, id),
    )
    const outcome = await reader.unlock(document, password, signal)
    if (!outcome.ok) {
      await store.markFailed(document, outcome.problem, now())
      return (await store.find(dealId, id)) ?? refuse('document_not_found')
    }
    const { bytes } = outcome.answer
    if (bytes === undefined)
      return refuse('wrong_password', {
        detail: documentMessages.wrongPassword({ left }),
        fields: { tries_left: left },
      })
    const blob = await keep(dealId, bytes)
    try {
      const judged = await judge({ fileName: document.fileName, ...blob }, signal)
      await database.transaction(async () => {
        if (!(await isDeal())) return replace(document, blob, judged)
        return changes.change(actor, dealId, 'editor', async (deal) => {
          await replace(document, blob, judged)
          deal.record('document.removed', { document_id: id, sha256: document.sha256 })
          deal.record('document.added', { document_id: id, sha256: blob.sha256, size: blob.size })
        })
      })
    } finally {
      await blobs.release([blob])
    }
    return (await store.find(dealId, id)) ?? refuse('document_not_found')
  }
}
