import { invitationMailMessages as messages } from '../../messages/mails.ts'
import { onOneLine } from '../../platform/mail/on-one-line.ts'
import type { PersonalMails } from '../../platform/mail/personal-mails.ts'

interface Deps {
  mails: Pick<PersonalMails, 'send'>
  publicUrl: URL
}

interface Invited {
  to: string
  orgName: string
  inviter: { id: string; name: string }
  token: string
  goodForDays: number
}

export type InvitationMails = ReturnType<typeof createInvitationMails>

export const createInvitationMails = ({ mails, publicUrl }: Deps) => ({
  invited: ({ to, orgName, inviter, token, goodForDays }: Invited): void => {
    const [person, organization] = [onOneLine(inviter.name), onOneLine(orgName)]
    // The fragment stays in the browser, so that no server or proxy logs the token.
    const link = new URL(`/app/join#token=${token}`, publicUrl).href
    mails.send({
      senderId: inviter.id,
      to,
      subject: messages.subject({ person, organization }),
      link,
      lines: [
        messages.text({ person, organization }),
        { words: messages.join({ organization }), link },
        messages.validity({ days: goodForDays }),
      ],
    })
  },
})
