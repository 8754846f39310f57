import { maxEmailLength } from '@deal-canvas/contract'
import { MailFailure, type MailMessage } from './mail.ts'

const address = /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+$/u

/**
 * Every adapter calls this first. A line break in a header would let a title or an address inject headers, and a comma
 * would add recipients: the subject is put on one line, and a recipient that is not a single address is rejected.
 */
export const withSafeHeaders = (message: MailMessage): MailMessage => {
  if (message.to.length > 254 || !address.test(message.to))
    throw new MailFailure(`${JSON.stringify(message.to.slice(0, maxEmailLength))} is not an email address`, {
      isRefused: true,
    })
  if (Object.entries(message.headers ?? {}).some((header) => header.some((part) => /[^\x20-\x7e]/.test(part))))
    throw new MailFailure('a header of a mail is not plain text on one line', { isRefused: true })
  return { ...message, subject: message.subject.replace(/\p{Cc}+/gu, ' ').trim() }
}
