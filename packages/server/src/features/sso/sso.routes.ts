import {
  type LinkedIdentity,
  linkIdentity,
  lookUpSso,
  myIdentities,
  ssoCallback,
  startSso,
  unlinkIdentity,
} from '@deal-canvas/contract'
import { DomainError } from '../../domain-error.ts'
import { handle, handleAnyone, handleRedirect, type Route } from '../../http/handler.ts'
import { presentSignedIn } from '../auth/index.ts'
import type { Identities } from './identities.service.ts'
import type { Outcome, SignOn } from './sign-on.service.ts'
import type { IdentityRow } from './sso.store.ts'

interface Services {
  signOn: SignOn
  identities: Identities
  publicUrl: URL
}

export const ssoRoutes = ({ signOn, identities, publicUrl }: Services): Route[] => {
  /** A page of the app, with nothing in the address but a code and the page to open next. */
  const page = (path: string, search: Readonly<Record<string, string | null>>): string => {
    const url = new URL(path, publicUrl)
    for (const [name, value] of Object.entries(search)) if (value !== null) url.searchParams.set(name, value)
    return url.href
  }

  const pageAfter = (outcome: Exclude<Outcome, { kind: 'signed_in' }>): string => {
    if (outcome.kind === 'linked') return page('/app/account', { sso: 'linked' })
    const { code, isLink, next } = outcome
    return isLink ? page('/app/account', { sso_error: code }) : page('/app/sign-in', { sso_error: code, next })
  }

  return [
    handleAnyone(lookUpSso, async ({ body, caller }) => {
      const found = await signOn.lookUp(body.email, caller)
      return found === undefined
        ? { available: false }
        : { available: true, provider_name: found.name, start_url: `/api/auth/oidc/start?provider=${found.id}` }
    }),

    handleRedirect(startSso, async ({ query: { provider, next }, caller, ssoCookie }) => {
      try {
        const { url, browser } = await signOn.start(provider, { next, cookie: ssoCookie.value }, caller)
        ssoCookie.set(browser)
        return url
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        return page('/app/sign-in', { sso_error: error.code, next: next ?? null })
      }
    }),

    handleRedirect(ssoCallback, async ({ query, caller, ssoCookie, refreshCookie }) => {
      const outcome = await signOn.complete(query, ssoCookie.value, caller)
      if (outcome.kind !== 'signed_in') return pageAfter(outcome)
      presentSignedIn(refreshCookie)(outcome.signedIn)
      // That page fetches the session: the browser withholds the strict cookie from a navigation by another site.
      return page('/app/sign-in/sso', { next: outcome.next })
    }),

    handle(linkIdentity, async ({ actor, body, ssoCookie }) => {
      const { url, browser } = await signOn.startLink(actor, body.provider_id, ssoCookie.value)
      ssoCookie.set(browser)
      return { url }
    }),

    handle(myIdentities, async ({ actor }) => {
      const { identities: linked, providers } = await identities.mine(actor)
      return {
        identities: linked.map(({ identity, orgName }) => presentIdentity(identity, orgName)),
        providers: providers.map(({ id, name, orgName }) => ({ id, name, org_name: orgName })),
      }
    }),

    handle(unlinkIdentity, ({ actor, params }) => identities.unlink(actor, params.identity_id)),
  ]
}

const presentIdentity = (identity: IdentityRow, orgName: string): LinkedIdentity => ({
  id: identity.id,
  org_name: orgName,
  issuer: identity.issuer,
  email: identity.email,
  linked_at: identity.linkedAt.toISOString(),
  last_used_at: identity.lastUsedAt?.toISOString() ?? null,
})
