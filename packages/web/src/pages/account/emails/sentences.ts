import { ApiError } from '@deal-canvas/client'
import { emailCodeDigits, maxAddresses, maxEmailCodeTries } from '@deal-canvas/contract'
import { accountMessages } from '../../../messages/account.ts'
import { aboutEmail } from '../../../session/about-email.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { formatWait } from '../../../ui/format-wait.ts'

/** An error of the form's field, or of the form as a whole. */
export interface Wrong {
  field?: string | undefined
  whole?: string | undefined
}

/** The error when a code could not be sent. */
export const notSent = (error: unknown): Wrong => {
  const field = aboutEmail(error)
  if (field !== undefined) return { field }
  if (!(error instanceof ApiError) || error.code !== 'rate_limited' || error.retryAfter === undefined) {
    return { whole: sentenceFor(error) }
  }
  return { whole: accountMessages.tooManyCodes({ wait: formatWait(error.retryAfter) }) }
}

/** The error when a code was not accepted. */
export const notVerified = (error: unknown): Wrong => {
  if (!(error instanceof ApiError)) return { whole: sentenceFor(error) }
  switch (error.code) {
    case 'code_invalid':
      return { field: accountMessages.codeInvalid({ max: maxEmailCodeTries }) }
    case 'code_expired':
      return { field: accountMessages.codeExpired() }
    case 'too_many_emails':
      return { whole: accountMessages.tooManyEmails({ max: maxAddresses }) }
    default: {
      const field = error.about('code')
      return field === undefined ? { whole: sentenceFor(error) } : { field }
    }
  }
}

/** The error when an address could not be removed. */
export const notRemoved = (error: unknown): string =>
  error instanceof ApiError && error.code === 'last_email' ? accountMessages.lastEmail() : sentenceFor(error)

/** A code can be pasted with spaces, or with surrounding text. */
export const codeDigits = (typed: string): string => typed.replaceAll(/\D/g, '').slice(0, emailCodeDigits)
