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
    const [name, org] = [onOneLine(inviter.name), onOneLine(orgName)]
    // The fragment stays in the browser: no server and no proxy on the way writes the token down.
    const link = new URL(`/app/join#token=${token}`, publicUrl).href
    const subject = `${name} invites you to ${org}`
    mails.send({
      senderId: inviter.id,
      to,
      subject,
      link,
      lines: [
        `${name} invites you to join ${org} on Deal Canvas.`,
        { words: `Join ${org}`, link },
        `The link is good for ${goodForDays} days. If you do not know why you got it, leave it be: nothing happens.`,
      ],
    })
  },
})
