import { documentKinds, maxDealBytes, maxDocumentBytes } from '@deal-canvas/contract'
import { documentMessages } from '../../messages/documents.ts'
import { formatBytes } from '../../ui/format-bytes.ts'

/** The file types that can be read, as text and for file choosers. */
export const readableFiles = {
  words: documentKinds.join(', '),
  accept: documentKinds.map((kind) => `.${kind}`).join(','),
  limits: documentMessages.sizeLimits({
    fileLimit: formatBytes(maxDocumentBytes),
    dealLimit: formatBytes(maxDealBytes),
  }),
}
