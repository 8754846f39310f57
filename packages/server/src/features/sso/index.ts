import { ssoCallback } from '@deal-canvas/contract'
import type { Config } from '../../config.ts'
import { isLoopbackName } from '../../platform/addresses.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSealing } from '../../platform/sealed.ts'
import type { Accounts } from '../accounts/index.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Auth, SecurityMails } from '../auth/index.ts'
import type { Members, Orgs, SuperadminOrgEntries } from '../orgs/index.ts'
import { createIdentities } from './identities.service.ts'
import { createOrgDomains } from './org-domains.service.ts'
import { orgSsoRoutes } from './org-sso.routes.ts'
import { createOrgSso } from './org-sso.service.ts'
import { createOrgSsoStore } from './org-sso.store.ts'
import { createProviders } from './providers.ts'
import type { SsoRequirement } from './requirement.ts'
import { createSignOn } from './sign-on.service.ts'
import { ssoRoutes } from './sso.routes.ts'
import { createSsoStore } from './sso.store.ts'

export { createSsoRequirement } from './requirement.ts'

interface Needs {
  accounts: Accounts
  adminLog: AdminLog
  auth: Auth
  members: Members
  orgs: Orgs
  securityMails: SecurityMails
  sso: SsoRequirement
  superadminEntries: SuperadminOrgEntries
}

const maxAnswerBytes = 256 * 1024
const answerTimeoutMs = 10_000

/** Sign-in through the identity providers of organizations, with OpenID Connect. */
export const createSsoFeature = (config: Config, platform: Platform, needs: Needs) => {
  const { publicUrl } = config
  const { database, limits, auditTrailKey, now, onError } = platform
  const { accounts, adminLog, auth, members, orgs, securityMails, sso: requirement, superadminEntries } = needs
  const allowLoopback = isLoopbackName(config.host) && isLoopbackName(publicUrl.hostname)
  const fetch = createGuardedFetch({ allowLoopback, maxBytes: maxAnswerBytes, timeoutMs: answerTimeoutMs })
  const providers = createProviders({ fetch, allowLoopback })
  // Not with the secrets of tokens: those are rotated, and every provider would stop working.
  const sealing = createSealing([auditTrailKey], 'client secrets of identity providers')
  const redirectUri = new URL(ssoCallback.path, publicUrl).href
  const store = createSsoStore(database)
  const orgStore = createOrgSsoStore(database)
  const identities = createIdentities({ store, database, accounts, auth, members, mails: securityMails, now })
  const signOn = createSignOn({ store, providers, identities, sealing, limits, redirectUri, onError, now })
  const orgSso = createOrgSso({
    store: orgStore,
    orgs,
    providers,
    requirement,
    sealing,
    adminLog,
    allowLoopback,
    redirectUri,
    now,
  })
  const domains = createOrgDomains({ store: orgStore, database, requirement, superadminEntries, adminLog, now })
  return {
    routes: [...ssoRoutes({ signOn, identities, publicUrl }), ...orgSsoRoutes({ orgSso, domains })],
    tasks: { oidcFlows: () => signOn.sweep() },
  }
}
