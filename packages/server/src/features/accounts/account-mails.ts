import { createLetters } from '../../platform/mail/letters.ts'
import type { Mail } from '../../platform/mail/mail.ts'

export interface AccountMails {
  code(to: string, code: string, goodMinutes: number): void
  signInLink(to: string, link: string, goodMinutes: number): void
  /** Someone else wanted to link an address that is this account's. */
  linkedByOther(to: string): void
  /** Someone wanted to register with an address that is this account's. */
  registeredAgain(to: string): void
}

interface Deps {
  mail: Mail
  publicUrl: URL
  onError: (error: unknown) => void
}

/** Mails that prove an address, and what its holder hears when someone else tries to. */
export const createAccountMails = ({ mail, publicUrl, onError }: Deps): AccountMails => {
  const letter = createLetters({ mail, onError })
  const signIn = { words: 'Sign in', link: new URL('/app/sign-in', publicUrl).href }
  const nothingToDo = 'Nothing has changed. If it was not you, there is nothing you need to do.'
  return {
    code: (to, code, goodMinutes) =>
      letter(
        to,
        'Your Deal Canvas code',
        'Enter this code in Deal Canvas to confirm that the address is yours:',
        { code },
        `It is good for ${goodMinutes} minutes. If you did not ask for it, give it to nobody and forget this mail.`,
      ),
    signInLink: (to, link, goodMinutes) =>
      letter(
        to,
        'Your Deal Canvas sign-in link',
        'Open this link to sign in:',
        { words: 'Sign in', link },
        `It works once, for ${goodMinutes} minutes. If you did not request it, ignore this email.`,
      ),
    linkedByOther: (to) =>
      letter(
        to,
        'Someone tried to add your address in Deal Canvas',
        'Someone tried to add this address to another Deal Canvas account. It belongs to your account already.',
        nothingToDo,
      ),
    registeredAgain: (to) =>
      letter(
        to,
        'You already have a Deal Canvas account',
        'Someone tried to register with this address. It belongs to your account already.',
        nothingToDo,
        'If it was you, sign in instead; without your password you can ask for a link by mail.',
        signIn,
      ),
  }
}
