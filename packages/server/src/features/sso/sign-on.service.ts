import { randomBytes } from 'node:crypto'
import { ssoFlowMinutes } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import type { Caller } from '../../caller.ts'
import { DomainError, refuse } from '../../domain-error.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import { digestOf } from '../../platform/digest.ts'
import { isId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { countsOf, takeAll } from '../../platform/limits/take-all.ts'
import type { Sealing } from '../../platform/sealed.ts'
import type { SignedIn } from '../auth/index.ts'
import { domainOf } from './email-domains.ts'
import type { Identities } from './identities.service.ts'
import { type Client, type ProvidedPerson, ProviderProblem, type Providers } from './providers.ts'
import type { FlowRow, ProviderRow, SsoStore } from './sso.store.ts'

interface Deps {
  store: SsoStore
  providers: Pick<Providers, 'authorizationUrl' | 'complete'>
  identities: Pick<Identities, 'signIn' | 'linkTo'>
  sealing: Sealing
  limits: Limits
  redirectUri: string
  onError(error: unknown): void
  now: Clock
}

/** What the provider sent the browser back with. */
export interface CallbackParameters {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

/** Where a sign-in ended: signed in, linked, or refused. */
export type Outcome =
  | { kind: 'signed_in'; signedIn: SignedIn; next: string | null }
  | { kind: 'linked' }
  | { kind: 'refused'; code: string; isLink: boolean; next: string | null }

interface Going {
  url: string
  /** The value of the cookie by which the callback knows the browser. */
  browser: string
}

const browserForm = /^[\w-]{43}$/
const randomText = (): string => randomBytes(32).toString('base64url')

export type SignOn = ReturnType<typeof createSignOn>

/** Sign-ins through an identity provider, from the first click to the callback. */
export const createSignOn = (deps: Deps) => {
  const { store, providers, identities, sealing, limits, redirectUri, onError, now } = deps

  const clientOf = ({ issuer, clientId, sealedSecret }: ProviderRow): Client => ({
    issuer,
    clientId,
    clientSecret: sealing.open(sealedSecret) ?? refuse('sso_failed'),
  })

  /** Details of a failure are for the log of the operator: they can hold what the provider or an attacker sent. */
  const failed = (error: unknown): never => {
    if (error instanceof DomainError) throw error
    onError(error)
    return refuse('sso_failed')
  }

  const begin = async (
    provider: ProviderRow,
    cookie: string | undefined,
    rest: Pick<FlowRow, 'next' | 'sessionId' | 'userId'>,
  ): Promise<Going> => {
    // A browser keeps its value, so that two tabs can sign in at once.
    const browser = cookie !== undefined && browserForm.test(cookie) ? cookie : randomText()
    const checks = { state: randomText(), nonce: randomText(), codeVerifier: randomText() }
    const url = await providers.authorizationUrl(clientOf(provider), redirectUri, provider.scopes, checks).catch(failed)
    await store.addFlow({
      stateHash: digestOf(checks.state),
      browserHash: digestOf(browser),
      providerId: provider.id,
      nonce: checks.nonce,
      codeVerifier: checks.codeVerifier,
      ...rest,
      expiresAt: later(now(), minutes(ssoFlowMinutes)),
    })
    return { url: url.href, browser }
  }

  const providerOf = async (id: string): Promise<ProviderRow> =>
    (isId(id) ? await store.provider(id) : undefined) ?? refuse('sso_unavailable')

  /** Asks the provider who the person is. */
  const identify = (provider: ProviderRow, flow: FlowRow, given: CallbackParameters): Promise<ProvidedPerson> => {
    if (given.error !== undefined) {
      if (given.error !== 'access_denied') onError(new ProviderProblem('malformed'))
      return refuse(given.error === 'access_denied' ? 'sso_denied' : 'sso_failed')
    }
    const callback = new URL(redirectUri)
    for (const name of ['code', 'state', 'iss'] as const)
      if (given[name] !== undefined) callback.searchParams.set(name, given[name])
    const { nonce, codeVerifier } = flow
    return providers
      .complete(clientOf(provider), callback, { state: given.state ?? '', nonce, codeVerifier })
      .catch(failed)
  }

  const finish = async (flow: FlowRow, given: CallbackParameters, caller: Caller): Promise<Outcome> => {
    const { userId, sessionId, next } = flow
    const isLink = userId !== null && sessionId !== null
    try {
      const provider = await providerOf(flow.providerId)
      const person = await identify(provider, flow, given)
      if (!isLink) return { kind: 'signed_in', signedIn: await identities.signIn({ provider, person }, caller), next }
      await identities.linkTo({ provider, person }, { userId, sessionId })
      return { kind: 'linked' }
    } catch (error) {
      if (error instanceof DomainError) return { kind: 'refused', code: error.code, isLink, next }
      throw error
    }
  }

  return {
    /** Knows domains only: whether the address has an account is never looked at. */
    lookUp: async (email: string, { ip }: Caller): Promise<{ id: string; name: string } | undefined> => {
      await takeAll(limits, countsOf('sso_lookup', ip))
      const domain = domainOf(email.trim())
      return domain === '' ? undefined : store.providerOfDomain(domain)
    },

    start: async (
      providerId: string,
      { next, cookie }: { next: string | undefined; cookie: string | undefined },
      { ip }: Caller,
    ): Promise<Going> => {
      await takeAll(limits, countsOf('sso_start', ip))
      return begin(await providerOf(providerId), cookie, { next: next ?? null, sessionId: null, userId: null })
    },

    startLink: async (actor: Actor, providerId: string, cookie: string | undefined): Promise<Going> => {
      const provider = await providerOf(providerId)
      const allowed = await store.linkable(actor.userId)
      if (!allowed.some(({ id }) => id === provider.id)) refuse('sso_unavailable')
      return begin(provider, cookie, { next: null, sessionId: actor.sessionId, userId: actor.userId })
    },

    complete: async (given: CallbackParameters, cookie: string | undefined, caller: Caller): Promise<Outcome> => {
      const { state } = given
      const flow =
        state === undefined || cookie === undefined
          ? undefined
          : await store.takeFlow(digestOf(state), digestOf(cookie), now())
      return flow === undefined
        ? { kind: 'refused', code: 'sso_flow_invalid', isLink: false, next: null }
        : finish(flow, given, caller)
    },

    sweep: () => store.sweep(now()),
  }
}
