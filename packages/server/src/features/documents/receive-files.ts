import { type DocumentKind, maxDealBytes, maxDealDocuments, maxDocumentBytes } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { BlobTooLarge } from '../../platform/blobs/blobs.ts'
import type { Quotas } from '../quotas/index.ts'
import type { ClaimedBlob, DealBlobs } from './deal-blobs.service.ts'
import type { DocumentReader } from './document-reader.ts'
import type { DocumentsStore } from './documents.store.ts'
import { cleanFileName } from './file-name.ts'

/** A file that is being uploaded. */
export interface UploadedFile {
  fileName: string
  content: AsyncIterable<Uint8Array>
}

/** A file that was uploaded completely and can be read. */
export interface ReceivedFile extends ClaimedBlob {
  fileName: string
  kind: DocumentKind
}

interface Deps {
  blobs: Pick<DealBlobs, 'put' | 'release'>
  store: Pick<DocumentsStore, 'totals'>
  reader: Pick<DocumentReader, 'judge'>
  quotas: Pick<Quotas, 'roomFor'>
}

/** Stores files while they arrive and validates their content. One rejected file rejects all, and none is kept. */
export const createReceiveFiles = ({ blobs, store, reader, quotas }: Deps) => {
  type Arrived = Omit<ReceivedFile, 'kind'>

  const takeIn = async (dealId: string, files: AsyncIterable<UploadedFile>, arrived: Arrived[]): Promise<void> => {
    const { count, bytes } = await store.totals(dealId)
    let room = maxDealBytes - bytes
    let quota = await quotas.roomFor(dealId)
    for await (const { fileName, content } of files) {
      if (count + arrived.length >= maxDealDocuments) refuse('too_many_documents')
      const blob = await put(dealId, content, { room: Math.min(maxDocumentBytes, room), quota })
      room -= blob.size
      quota -= blob.size
      arrived.push({ fileName: cleanFileName(fileName), ...blob })
    }
  }

  const put = async (
    dealId: string,
    content: AsyncIterable<Uint8Array>,
    { room, quota }: { room: number; quota: number },
  ): Promise<ClaimedBlob> => {
    try {
      return await blobs.put(dealId, content, { maxBytes: Math.max(0, Math.min(room, quota)) })
    } catch (error) {
      if (error instanceof BlobTooLarge) return refuse(quota < room ? 'quota_exceeded' : 'file_too_large')
      throw error
    }
  }

  const judge = async (arrived: readonly Arrived[], signal: AbortSignal | undefined): Promise<ReceivedFile[]> => {
    const received: ReceivedFile[] = []
    const objections: Objection[] = []
    for (const [place, file] of arrived.entries()) {
      const outcome = await reader.judge(file, signal)
      if (outcome.ok) received.push({ ...file, kind: outcome.answer })
      else objections.push({ at: ['body', 'files', place], reason: outcome.problem, input: file.fileName })
    }
    if (objections.length > 0) throw new InvalidInput(...objections)
    return received
  }

  return async (dealId: string, files: AsyncIterable<UploadedFile>, signal?: AbortSignal): Promise<ReceivedFile[]> => {
    const arrived: Arrived[] = []
    try {
      await takeIn(dealId, files, arrived)
      return await judge(arrived, signal)
    } catch (error) {
      await blobs.release(arrived)
      throw error
    }
  }
}
