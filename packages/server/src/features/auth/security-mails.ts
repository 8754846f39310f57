import { securityMailMessages as messages } from '../../messages/mails.ts'
import { createLetters } from '../../platform/mail/letters.ts'
import type { Mail } from '../../platform/mail/mail.ts'

export interface SecurityMails {
  passwordChanged(to: string): void
  sessionEndedForReuse(to: string): void
  addressLinked(to: string, address: string): void
  addressRemoved(to: string, address: string): void
  /** An administrator changed the address `to` to the new one. */
  addressChanged(to: string, newAddress: string): void
}

interface Deps {
  mail: Mail
  publicUrl: URL
  onError: (error: unknown) => void
}

/** Notifies users of what happened to their account. */
export const createSecurityMails = ({ mail, publicUrl, onError }: Deps): SecurityMails => {
  const letter = createLetters({ mail, onError })
  const sessions = { words: messages.sessions(), link: new URL('/app/account', publicUrl).href }
  const send = (to: string, subject: string, ...sentences: string[]): void =>
    letter(to, subject, ...sentences, sessions)
  return {
    passwordChanged: (to) =>
      send(to, messages.passwordChangedSubject(), messages.passwordChangedText(), messages.passwordChangedHint()),
    sessionEndedForReuse: (to) =>
      send(to, messages.sessionEndedSubject(), messages.sessionEndedText(), messages.sessionEndedHint()),
    addressLinked: (to, address) =>
      send(to, messages.addressLinkedSubject(), messages.addressLinkedText({ address }), messages.addressLinkedHint()),
    addressRemoved: (to, address) =>
      send(
        to,
        messages.addressRemovedSubject(),
        messages.addressRemovedText({ address }),
        messages.addressRemovedHint(),
      ),
    addressChanged: (to, newAddress) =>
      send(
        to,
        messages.addressChangedSubject(),
        messages.addressChangedText({ address: newAddress }),
        messages.addressChangedHint({ formerAddress: to }),
      ),
  }
}
