import { mentionMailMessages as messages } from '../../messages/mails.ts'
import { onOneLine } from '../../platform/mail/on-one-line.ts'
import type { PersonalMails } from '../../platform/mail/personal-mails.ts'
import { canvasUrl } from './canvas-url.ts'

interface Deps {
  mails: Pick<PersonalMails, 'send'>
  publicUrl: URL
}

interface Mentioned {
  to: string
  actor: { id: string; name: string; emailVerified: boolean }
  deal: { id: string; name: string }
  commentId: string | null
  snippet: string
}

export type MentionMails = ReturnType<typeof createMentionMails>

export const createMentionMails = ({ mails, publicUrl }: Deps) => ({
  mentioned: ({ to, actor, deal, commentId, snippet }: Mentioned): void => {
    const [name, dealName, quoted] = [onOneLine(actor.name), onOneLine(deal.name), onOneLine(snippet)]
    const person = actor.emailVerified ? name : messages.unverified({ name })
    const link = new URL(canvasUrl(deal.id, commentId), publicUrl).href
    mails.send({
      senderId: actor.id,
      dealId: deal.id,
      to,
      subject: messages.subject({ person, deal: dealName }),
      link,
      lines: [
        messages.text({ person, deal: dealName }),
        ...(quoted === '' ? [] : [messages.quote({ text: quoted })]),
        { words: messages.open({ deal: dealName }), link },
        messages.turnOff(),
      ],
    })
  },
})
