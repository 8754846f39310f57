import { requestMagicLink, verifyMagicLink, verifyMagicLinkAtRoot } from '@deal-canvas/contract'
import { handleAnyone, type Route } from '../../http/handler.ts'
import { accountMessages } from '../../messages/accounts.ts'
import type { MagicLinks } from './magic-links.service.ts'
import { presentSignedIn } from './present-signed-in.ts'

export const magicLinkRoutes = ({ magicLinks }: { magicLinks: MagicLinks }): Route[] => [
  handleAnyone(requestMagicLink, async ({ body, caller }) => {
    await magicLinks.request(body.email, caller)
    return { message: accountMessages.linkSent() }
  }),

  ...[verifyMagicLink, verifyMagicLinkAtRoot].map((operation) =>
    handleAnyone(operation, ({ body, caller, refreshCookie }) =>
      magicLinks.signIn(body.token, caller).then(presentSignedIn(refreshCookie)),
    ),
  ),
]
