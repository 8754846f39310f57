import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import { createDealBlobs, type DealBlobs } from './deal-blobs.service.ts'
import { createDealBlobsStore } from './deal-blobs.store.ts'
import { createDocumentReader } from './document-reader.ts'
import { documentRoutes } from './documents.routes.ts'
import { createDocuments } from './documents.service.ts'
import { createDocumentsStore } from './documents.store.ts'
import { createPageRecognizer } from './ocr/page-recognizer.ts'

export type { ClaimedBlob, DealBlobs } from './deal-blobs.service.ts'
export type { Digitized, Page } from './digitized.ts'
export type { DocumentRow, Documents, UploadedFile } from './documents.service.ts'
export { DocumentUnreadable } from './documents.service.ts'
export { presentDocument } from './present-document.ts'
export { unreadDocuments } from './unread-documents.ts'
export { workbookAmong } from './workbook-among.ts'

/** Blob storage for the files of deals. */
export const createDealBlobsFeature = ({ database, blobs, now }: Platform) => {
  const dealBlobs = createDealBlobs({ store: createDealBlobsStore(database), database, blobs, now })
  return { dealBlobs, tasks: { blobs: () => dealBlobs.collect() } }
}

type Needs = Pick<Parameters<typeof createDocuments>[0], 'changes' | 'quotas' | 'onAdded' | 'onRemoved'> & {
  dealBlobs: DealBlobs
}

/** The documents of deals, and the worker pools that read them. */
export const createDocumentsFeature = (
  { ocr }: Pick<Config, 'ocr'>,
  platform: Platform,
  { dealBlobs, ...needs }: Needs,
) => {
  const { database, blobs, state, onError, now } = platform
  const reader = createDocumentReader({ blobs, ocr, onError })
  const recognizer = createPageRecognizer({ blobs, onError })
  const documents = createDocuments({
    store: createDocumentsStore(database),
    database,
    blobs: dealBlobs,
    state,
    reader,
    recognizer,
    onError,
    now,
    ...needs,
  })
  const close = async (): Promise<void> => {
    await Promise.all([reader.close(), recognizer.close()])
    await documents.settled()
  }
  return { documents, routes: documentRoutes({ documents, blobs }), close }
}
