import { MailFailure, type MailMessage } from './mail.ts'

const address = /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+$/u

/**
 * What every adapter does first. A line break in a header would let a title or an address write headers of its own, and
 * a comma would add recipients: a subject is brought onto one line, a recipient that is not one address is refused.
 */
export const withSafeHeaders = (message: MailMessage): MailMessage => {
  if (message.to.length > 254 || !address.test(message.to))
    throw new MailFailure(`${JSON.stringify(message.to.slice(0, 254))} is not an email address`)
  return { ...message, subject: message.subject.replace(/\p{Cc}+/gu, ' ').trim() }
}
