import { type DocumentKind, mostDealBytes, mostDealDocuments, mostDocumentBytes } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { type Blobs, BlobTooLarge } from '../../platform/blobs/blobs.ts'
import type { DocumentReader } from './document-reader.ts'
import type { DocumentsStore } from './documents.store.ts'
import { cleanFileName } from './file-name.ts'

/** A file on its way in. */
export interface UploadedFile {
  fileName: string
  content: AsyncIterable<Uint8Array>
}

/** A file that arrived whole and can be read. */
export interface ReceivedFile {
  fileName: string
  kind: DocumentKind
  size: number
  sha256: string
}

interface Deps {
  blobs: Pick<Blobs, 'put'>
  store: Pick<DocumentsStore, 'totals'>
  reader: Pick<DocumentReader, 'judge'>
}

/**
 * Takes files in, as they arrive, and judges them by their content. One that is refused refuses all; what is then left
 * among the blobs belongs to nobody and is collected.
 */
export const createReceiveFiles =
  ({ blobs, store, reader }: Deps) =>
  async (dealId: string, files: AsyncIterable<UploadedFile>, signal?: AbortSignal): Promise<ReceivedFile[]> => {
    const { count, bytes } = await store.totals(dealId)
    let room = mostDealBytes - bytes
    const arrived: Omit<ReceivedFile, 'kind'>[] = []
    for await (const { fileName, content } of files) {
      if (count + arrived.length >= mostDealDocuments) refuse('too_many_documents')
      const blob = await put(blobs, content, Math.min(mostDocumentBytes, room))
      room -= blob.size
      arrived.push({ fileName: cleanFileName(fileName), ...blob })
    }
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

const put = async (blobs: Pick<Blobs, 'put'>, content: AsyncIterable<Uint8Array>, maxBytes: number) => {
  try {
    return await blobs.put(content, { maxBytes: Math.max(0, maxBytes) })
  } catch (error) {
    if (error instanceof BlobTooLarge) return refuse('file_too_large')
    throw error
  }
}
