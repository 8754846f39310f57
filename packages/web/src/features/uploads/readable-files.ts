import { documentKinds, maxDealBytes, maxDocumentBytes } from '@deal-canvas/contract'
import { documentMessages } from '../../messages/documents.ts'
import { formatBytes } from '../../ui/format-bytes.ts'

/** Other endings of the same kinds. */
const otherEndings = ['jpeg', 'tif', 'htm', 'markdown']

/** The file types that can be read, as text and for file choosers. */
export const readableFiles = {
  words: documentKinds.join(', '),
  accept: [...documentKinds, ...otherEndings].map((ending) => `.${ending}`).join(','),
  limits: documentMessages.sizeLimits({
    fileLimit: formatBytes(maxDocumentBytes),
    dealLimit: formatBytes(maxDealBytes),
  }),
}
