import { apiKeyMessages as messages } from '../../messages/api-keys.ts'
import { createLetters } from '../../platform/mail/letters.ts'
import type { Mail } from '../../platform/mail/mail.ts'

interface Deps {
  mail: Mail
  publicUrl: URL
  onError: (error: unknown) => void
}

export interface KeyInMail {
  keyName: string
  orgName: string
  personName: string
}

export type KeyMails = ReturnType<typeof createKeyMails>

/** Tells the owners of an organization that somebody can act for it with another secret. */
export const createKeyMails = ({ mail, publicUrl, onError }: Deps) => {
  const letter = createLetters({ mail, onError })
  const link = { words: messages.mailLink(), link: new URL('/app/organization', publicUrl).href }
  return {
    created: (to: string, key: KeyInMail): void =>
      letter(to, messages.createdSubject(), messages.createdText({ ...key }), messages.mailHint(), link),
    rotated: (to: string, key: KeyInMail): void =>
      letter(to, messages.rotatedSubject(), messages.rotatedText({ ...key }), messages.mailHint(), link),
  }
}
