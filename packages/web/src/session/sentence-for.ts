import { ApiError } from '@deal-canvas/client'
import { sessionMessages } from '../messages/session.ts'
import { formatWait } from '../ui/format-wait.ts'

/** A sentence about what happened, followed by when to try again. */
const withRetry = (sentence: string, { retryAfter }: ApiError): string =>
  `${sentence} ${retryAfter === undefined ? sessionMessages.waitAMoment() : sessionMessages.wait({ time: formatWait(retryAfter) })}`

/** Says what happened, then what to do. */
export const sentenceFor = (error: unknown): string => {
  if (!(error instanceof ApiError)) return sessionMessages.pageFailed()
  switch (error.code) {
    case 'network':
      return sessionMessages.notResponding()
    case 'rate_limited':
      return withRetry(sessionMessages.tooManyAttempts(), error)
    case 'store_unavailable':
      return withRetry(sessionMessages.databaseNotResponding(), error)
    case 'shutting_down':
      return withRetry(sessionMessages.restarting(), error)
    case 'unreadable_answer':
      return sessionMessages.unreadableAnswer()
    case 'internal':
      return error.requestId
        ? sessionMessages.requestFailedWithId({ requestId: error.requestId })
        : sessionMessages.requestFailed()
    default:
      return `${error.detail.replace(/^Value error, /, '').replace(/\.$/, '')}.`
  }
}
