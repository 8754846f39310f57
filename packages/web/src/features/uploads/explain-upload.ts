import { ApiError } from '@deal-canvas/client'
import { sentenceFor } from '../../session/sentence-for.ts'
import type { Refusal } from './uploads.ts'

/** Why the service did not take a file. What it says of the content is final; what went wrong on the way is not. */
export const explainUpload = (error: unknown): Refusal => {
  const ofFile = error instanceof ApiError ? error.about('files', 0) : undefined
  if (ofFile !== undefined) return { why: `${ofFile.replace(/\.$/, '')}.`, mayPass: false }
  const mayPass = !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
  return { why: sentenceFor(error), mayPass }
}
