import { ApiError } from '@deal-canvas/client'
import { sentenceFor } from '../../session/sentence-for.ts'
import type { Refusal } from './uploads.ts'

/** Why the service did not accept a file. Errors about the content are final; transfer errors can be retried. */
export const explainUpload = (error: unknown): Refusal => {
  const ofFile = error instanceof ApiError ? error.about('files', 0) : undefined
  if (ofFile !== undefined) return { why: `${ofFile.replace(/\.$/, '')}.`, canPass: false }
  const canPass = !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
  return { why: sentenceFor(error), canPass }
}
