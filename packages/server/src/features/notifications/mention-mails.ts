import { createLetters } from '../../platform/mail/letters.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { onOneLine } from '../../platform/mail/on-one-line.ts'
import { canvasUrl } from './canvas-url.ts'

interface Deps {
  mail: Mail
  publicUrl: URL
  onTrouble: (error: unknown) => void
}

interface Mentioned {
  to: string
  actorName: string
  deal: { id: string; name: string }
  commentId: string | null
  snippet: string
}

export type MentionMails = ReturnType<typeof createMentionMails>

export const createMentionMails = ({ mail, publicUrl, onTrouble }: Deps) => {
  const letter = createLetters({ mail, onTrouble })
  return {
    mentioned: ({ to, actorName, deal, commentId, snippet }: Mentioned): void => {
      const [actor, name, quoted] = [onOneLine(actorName), onOneLine(deal.name), onOneLine(snippet)]
      letter(
        to,
        `${actor} mentioned you in ${name}`,
        `${actor} mentioned you in ${name}.`,
        ...(quoted === '' ? [] : [`“${quoted}”`]),
        { words: `Open ${name}`, link: new URL(canvasUrl(deal.id, commentId), publicUrl).href },
        'You can turn these mails off in your account.',
      )
    },
  }
}
