import { createLetters } from '../../platform/mail/letters.ts'
import type { Mail } from '../../platform/mail/mail.ts'

export interface SecurityMails {
  passwordChanged(to: string): void
  sessionEndedForReuse(to: string): void
  addressLinked(to: string, address: string): void
  addressRemoved(to: string, address: string): void
  /** By an administrator: the address that `to` was changed for. */
  addressChanged(to: string, newAddress: string): void
}

interface Deps {
  mail: Mail
  publicUrl: URL
  onError: (error: unknown) => void
}

/** Tells people what happened to their account. */
export const createSecurityMails = ({ mail, publicUrl, onError }: Deps): SecurityMails => {
  const letter = createLetters({ mail, onError })
  const sessions = { words: 'Your sessions', link: new URL('/app/account', publicUrl).href }
  const send = (to: string, subject: string, ...sentences: string[]): void =>
    letter(to, subject, ...sentences, sessions)
  return {
    passwordChanged: (to) =>
      send(
        to,
        'Your Deal Canvas password was changed',
        'The password of your account was changed, and your other sessions were ended.',
        'If this was not you, write to whoever administers your organization at once.',
      ),
    sessionEndedForReuse: (to) =>
      send(
        to,
        'A Deal Canvas session was ended',
        'An old sign-in of yours was used a second time. That can mean that someone copied it, so the session was ended.',
        'Sign in again. If you do not know why this happened, change your password too.',
      ),
    addressLinked: (to, address) =>
      send(
        to,
        'An address was linked to your Deal Canvas account',
        `The address ${address} was linked to your account and signs in from now on.`,
        'If this was not you, remove it and change your password at once.',
      ),
    addressRemoved: (to, address) =>
      send(
        to,
        'An address was removed from your Deal Canvas account',
        `The address ${address} was removed from your account and does not sign in any more.`,
        'If this was not you, change your password at once.',
      ),
    addressChanged: (to, newAddress) =>
      send(
        to,
        'The address of your Deal Canvas account was changed',
        `An administrator changed the address of your account to ${newAddress}.`,
        `If that address is new to your account, it signs in only once you have entered the code that was mailed to it; until then ${to} works as before.`,
      ),
  }
}
