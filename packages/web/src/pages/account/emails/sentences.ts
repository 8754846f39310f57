import { ApiError } from '@deal-canvas/client'
import { accountMessages } from '../../../messages/account.ts'
import { aboutEmail } from '../../../session/about-email.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { formatWait } from '../../../ui/format-wait.ts'

/** What is wrong with the one field of a form, or with none. */
export interface Wrong {
  field?: string | undefined
  whole?: string | undefined
}

/** A code that could not be sent. */
export const notSent = (error: unknown): Wrong => {
  const field = aboutEmail(error)
  if (field !== undefined) return { field }
  if (!(error instanceof ApiError) || error.code !== 'rate_limited' || error.retryAfter === undefined) {
    return { whole: sentenceFor(error) }
  }
  return { whole: accountMessages.tooManyCodes({ wait: formatWait(error.retryAfter) }) }
}

/** A code that did not verify. */
export const notVerified = (error: unknown): Wrong => {
  if (!(error instanceof ApiError)) return { whole: sentenceFor(error) }
  switch (error.code) {
    case 'code_invalid':
      return { field: accountMessages.codeInvalid() }
    case 'code_expired':
      return { field: accountMessages.codeExpired() }
    case 'too_many_emails':
      return { whole: accountMessages.tooManyEmails() }
    default: {
      const field = error.about('code')
      return field === undefined ? { whole: sentenceFor(error) } : { field }
    }
  }
}

/** An address that could not be removed. */
export const notRemoved = (error: unknown): string =>
  error instanceof ApiError && error.code === 'last_email' ? accountMessages.lastEmail() : sentenceFor(error)

/** A code may be pasted with spaces, or with the words around it. */
export const codeDigits = (typed: string): string => typed.replaceAll(/\D/g, '').slice(0, 6)
