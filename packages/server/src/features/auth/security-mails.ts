import { securityMailMessages as messages } from '../../messages/mails.ts'
import { createLetters } from '../../platform/mail/letters.ts'
import type { Mail } from '../../platform/mail/mail.ts'

type Factor = 'totp' | 'passkey'

export interface SecurityMails {
  passwordChanged(to: string): void
  secondFactorAdded(to: string, factor: Factor): void
  secondFactorRemoved(to: string, factor: Factor): void
  /** A superadmin removed all factors. */
  secondFactorsReset(to: string, reason: string): void
  /** Someone knew the password, and gave wrong second factors. */
  secondFactorFailed(to: string): void
  recoveryCodeUsed(to: string, left: number): void
  recoveryCodesRenewed(to: string): void
  sessionEndedForReuse(to: string): void
  addressLinked(to: string, address: string): void
  addressRemoved(to: string, address: string): void
  identityLinked(to: string, provider: string): void
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
    secondFactorAdded: (to, factor) =>
      send(
        to,
        messages.factorAddedSubject(),
        messages.factorAddedText({ factor: messages[factor]() }),
        messages.factorAddedHint(),
      ),
    secondFactorRemoved: (to, factor) =>
      send(
        to,
        messages.factorRemovedSubject(),
        messages.factorRemovedText({ factor: messages[factor]() }),
        messages.factorRemovedHint(),
      ),
    secondFactorsReset: (to, reason) =>
      send(to, messages.factorsResetSubject(), messages.factorsResetText({ reason }), messages.factorsResetHint()),
    secondFactorFailed: (to) =>
      send(to, messages.factorFailedSubject(), messages.factorFailedText(), messages.factorFailedHint()),
    recoveryCodeUsed: (to, left) =>
      send(to, messages.recoveryUsedSubject(), messages.recoveryUsedText({ left }), messages.recoveryUsedHint()),
    recoveryCodesRenewed: (to) =>
      send(to, messages.recoveryRenewedSubject(), messages.recoveryRenewedText(), messages.factorAddedHint()),
    sessionEndedForReuse: (to) =>
      send(to, messages.sessionEndedSubject(), messages.sessionEndedText(), messages.sessionEndedHint()),
    addressLinked: (to, address) =>
      send(to, messages.addressLinkedSubject(), messages.addressLinkedText({ address }), messages.addressLinkedHint()),
    identityLinked: (to, provider) =>
      send(
        to,
        messages.identityLinkedSubject(),
        messages.identityLinkedText({ provider }),
        messages.identityLinkedHint(),
      ),
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
