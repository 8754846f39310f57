import { formatCalendarDay, type GuestRole } from '@deal-canvas/contract'
import { guestMailMessages as messages } from '../../messages/guests.ts'
import { onOneLine } from '../../platform/mail/on-one-line.ts'
import type { PersonalMails } from '../../platform/mail/personal-mails.ts'

interface Deps {
  mails: Pick<PersonalMails, 'send'>
  publicUrl: URL
}

interface Invited {
  to: string
  deal: { id: string; name: string }
  inviter: { id: string; name: string }
  role: GuestRole
  accessUntil: Date
  token: string
  goodForDays: number
}

export type GuestMails = ReturnType<typeof createGuestMails>

export const createGuestMails = ({ mails, publicUrl }: Deps) => ({
  invited: ({ to, deal, inviter, role, accessUntil, token, goodForDays }: Invited): void => {
    const [person, name] = [onOneLine(inviter.name), onOneLine(deal.name)]
    // The fragment stays in the browser, so that no server or proxy logs the token.
    const link = new URL(`/app/join#token=${token}`, publicUrl).href
    mails.send({
      senderId: inviter.id,
      dealId: deal.id,
      to,
      subject: messages.subject({ person, deal: name }),
      link,
      lines: [
        messages[role]({ person, deal: name }),
        { words: messages.open({ deal: name }), link },
        messages.until({ day: formatCalendarDay(accessUntil.toISOString().slice(0, 10)) }),
        messages.validity({ days: goodForDays }),
      ],
    })
  },
})
