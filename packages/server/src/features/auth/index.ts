import type { Config } from '../../config.ts'
import { days, later } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountMails } from '../accounts/index.ts'
import type { DealAccess } from '../deals/index.ts'
import { createAccessTokens } from './access-tokens.ts'
import { authRoutes } from './auth.routes.ts'
import { createAuth } from './auth.service.ts'
import { createAuthStore } from './auth.store.ts'
import { createDeviceCookies } from './device-cookies.ts'
import { magicLinkRoutes } from './magic-links.routes.ts'
import { createMagicLinks } from './magic-links.service.ts'
import { createMagicLinksStore } from './magic-links.store.ts'
import { createPasswordChange } from './password-change.service.ts'
import { createPasswordTags } from './password-tags.ts'
import { createSecurityMails } from './security-mails.ts'
import { createSessions } from './sessions.service.ts'
import { createWaitingRoom } from './waiting-room.ts'

export type { IssuedToken } from './access-tokens.ts'
export type { Auth, SignedIn } from './auth.service.ts'
export { passwordObjection } from './password-rules.ts'
export type { PasswordTags } from './password-tags.ts'
export { presentSignedIn } from './present-signed-in.ts'
export type { SecurityMails } from './security-mails.ts'
export type { Sessions } from './sessions.service.ts'
export { sessionsEndedTopic } from './sessions.service.ts'

interface Needs {
  accountMails: AccountMails
  deals: DealAccess
}

/** Sign-in, sessions, passwords and sign-in links. */
export const createAuthFeature = (config: Config, platform: Platform, { accountMails, deals }: Needs) => {
  const { publicUrl } = config
  const { database, bus, limits, mail, jwtSecrets, passwords, now, sleep, onError } = platform
  const store = createAuthStore(database)
  const tags = createPasswordTags(jwtSecrets)
  const sessions = createSessions({ store, database, bus, now })
  const securityMails = createSecurityMails({ mail, publicUrl, onError })
  const room = createWaitingRoom({ sleep, maxWaiting: 1000, maxPerNetwork: 5 })
  const auth = createAuth({
    store,
    database,
    passwords,
    tags,
    tokens: createAccessTokens({ secrets: jwtSecrets, now }),
    sessions,
    limits,
    room,
    devices: createDeviceCookies(jwtSecrets),
    mails: securityMails,
    deals,
    allowsDemo: config.demo,
    now,
  })
  const changePassword = createPasswordChange({
    store,
    database,
    passwords,
    tags,
    sessions,
    limits,
    mails: securityMails,
    now,
  })
  const magicLinks = createMagicLinks({
    store: createMagicLinksStore(database),
    database,
    auth,
    limits,
    mails: accountMails,
    publicUrl,
    now,
  })
  return {
    auth,
    sessions,
    securityMails,
    passwordTags: tags,
    endedAmong: (ids: string[]) => store.endedAmong(ids, now()),
    /** Rejects sign-ins that wait because of failed attempts. */
    stopWaiting: room.close,
    routes: [...authRoutes({ auth, sessions, changePassword }), ...magicLinkRoutes({ magicLinks })],
    tasks: { sessions: () => store.sweep(later(now(), -days(7))), magicLinks: () => magicLinks.sweep() },
  }
}
