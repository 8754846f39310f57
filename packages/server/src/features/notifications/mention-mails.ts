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
    const [who, name, quoted] = [onOneLine(actor.name), onOneLine(deal.name), onOneLine(snippet)]
    const person = actor.emailVerified ? who : `${who} (unverified)`
    const link = new URL(canvasUrl(deal.id, commentId), publicUrl).href
    const subject = `${person} mentioned you in ${name}`
    mails.send({
      senderId: actor.id,
      dealId: deal.id,
      to,
      subject,
      link,
      lines: [
        `${subject}.`,
        ...(quoted === '' ? [] : [`“${quoted}”`]),
        { words: `Open ${name}`, link },
        'You can turn these mails off in your account.',
      ],
    })
  },
})
