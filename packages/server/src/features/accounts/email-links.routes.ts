import { emailCodeMinutes, removeEmail, requestEmailCode, verifyEmailCode } from '@deal-canvas/contract'
import { handle, handlePrepared, type Route } from '../../http/handler.ts'
import { accountMessages } from '../../messages/accounts.ts'
import { presentEmail } from './accounts.routes.ts'
import type { EmailLinks } from './email-links.service.ts'

export const emailLinkRoutes = ({ emailLinks }: { emailLinks: EmailLinks }): Route[] => [
  handlePrepared(
    requestEmailCode,
    ({ body }) => emailLinks.admitCode(body.email),
    async ({ actor, body }) => {
      await emailLinks.sendCode(actor.userId, body.email)
      return { message: accountMessages.codeSent(), expires_in_minutes: emailCodeMinutes }
    },
  ),

  handlePrepared(
    verifyEmailCode,
    ({ actor, body }) => emailLinks.judge(actor, body),
    async ({ actor }, proven) => {
      const { email, emails } = await emailLinks.link(actor, proven)
      return { success: true, email, emails: emails.map(presentEmail) }
    },
  ),

  handle(removeEmail, ({ actor, params }) => emailLinks.remove(actor, params.email)),
]
