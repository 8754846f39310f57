import { createLetters } from '../../platform/mail/letters.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { onOneLine } from '../../platform/mail/on-one-line.ts'

interface Deps {
  mail: Mail
  publicUrl: URL
  onTrouble: (error: unknown) => void
}

interface Invited {
  to: string
  orgName: string
  inviterName: string
  token: string
  goodForDays: number
}

export type InvitationMails = ReturnType<typeof createInvitationMails>

export const createInvitationMails = ({ mail, publicUrl, onTrouble }: Deps) => {
  const letter = createLetters({ mail, onTrouble })
  return {
    invited: ({ to, orgName, inviterName, token, goodForDays }: Invited): void => {
      const [inviter, org] = [onOneLine(inviterName), onOneLine(orgName)]
      letter(
        to,
        `${inviter} invites you to ${org}`,
        `${inviter} invites you to join ${org} on Deal Canvas.`,
        // The fragment stays in the browser: no server and no proxy on the way writes the token down.
        { words: `Join ${org}`, link: new URL(`/app/join#token=${token}`, publicUrl).href },
        `The link is good for ${goodForDays} days. If you do not know why you got it, leave it be: nothing happens.`,
      )
    },
  }
}
