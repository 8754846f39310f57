import { documentKinds, mostDealBytes, mostDocumentBytes } from '@deal-canvas/contract'
import { bytesInWords } from '../../ui/bytes-in-words.ts'

/** What kinds of files can be read, for people and for file choosers. */
export const readableFiles = {
  words: documentKinds.join(', '),
  accept: documentKinds.map((kind) => `.${kind}`).join(','),
  limits: `Up to ${bytesInWords(mostDocumentBytes)} each, ${bytesInWords(mostDealBytes)} together.`,
}
