import { accountMailMessages as messages } from '../../messages/mails.ts'
import { createLetters } from '../../platform/mail/letters.ts'
import type { Mail } from '../../platform/mail/mail.ts'

export interface AccountMails {
  code(to: string, code: string, goodMinutes: number): void
  signInLink(to: string, link: string, goodMinutes: number): void
  /** Someone tried to link an address that already belongs to this account. */
  linkedByOther(to: string): void
  /** Someone tried to register with an address that already belongs to this account. */
  registeredAgain(to: string): void
}

interface Deps {
  mail: Mail
  publicUrl: URL
  onError: (error: unknown) => void
}

/** Mails that verify an address, and warnings to its holder when someone else tries to use it. */
export const createAccountMails = ({ mail, publicUrl, onError }: Deps): AccountMails => {
  const letter = createLetters({ mail, onError })
  const signIn = { words: messages.signIn(), link: new URL('/app/sign-in', publicUrl).href }
  return {
    code: (to, code, goodMinutes) =>
      letter(
        to,
        messages.codeSubject(),
        messages.codeText(),
        { code },
        messages.codeValidity({ minutes: goodMinutes }),
      ),
    signInLink: (to, link, goodMinutes) =>
      letter(
        to,
        messages.linkSubject(),
        messages.linkText(),
        { words: messages.signIn(), link },
        messages.linkValidity({ minutes: goodMinutes }),
      ),
    linkedByOther: (to) =>
      letter(to, messages.linkedByOtherSubject(), messages.linkedByOtherText(), messages.nothingToDo()),
    registeredAgain: (to) =>
      letter(
        to,
        messages.registeredAgainSubject(),
        messages.registeredAgainText(),
        messages.nothingToDo(),
        messages.registeredAgainHint(),
        signIn,
      ),
  }
}
