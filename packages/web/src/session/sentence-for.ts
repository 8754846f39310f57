import { ApiError } from '@deal-canvas/client'
import { formatWait } from '../ui/format-wait.ts'

const tryAgain = (seconds: number | undefined): string =>
  seconds === undefined ? 'Wait a little, then try again.' : `Wait ${formatWait(seconds)}, then try again.`

/** Says what happened, then what to do. */
export const sentenceFor = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'This page ran into a fault of its own. Load it again.'
  switch (error.code) {
    case 'network':
      return 'The service does not answer. Check your connection, then try again.'
    case 'rate_limited':
      return `Too many tries. ${tryAgain(error.retryAfter)}`
    case 'store_unavailable':
      return `The service is up, but its database does not answer. ${tryAgain(error.retryAfter)}`
    case 'shutting_down':
      return `The service is restarting. ${tryAgain(error.retryAfter)}`
    case 'unreadable_answer':
      return 'Something between you and the service answered in its place. Check your connection, then try again.'
    case 'internal':
      return `The service failed to do this. Try again${error.requestId ? `, or quote ${error.requestId} to support` : ''}.`
    default:
      return `${error.detail.replace(/^Value error, /, '').replace(/\.$/, '')}.`
  }
}
