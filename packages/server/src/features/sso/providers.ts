import type { SsoProblem } from '@deal-canvas/contract'
import * as oidc from 'openid-client'
import { isLoopbackName } from '../../platform/addresses.ts'
import { readBoundedJson } from '../../platform/bounded-json.ts'
import { type FetchFailure, type GuardedFetch, GuardedFetchError } from '../../platform/outbound/guarded-fetch.ts'

export interface Client {
  issuer: string
  clientId: string
  clientSecret: string
}

/** What a sign-in must match. */
export interface Checks {
  state: string
  nonce: string
  codeVerifier: string
}

/** What a provider says about a person, verified. */
export interface ProvidedPerson {
  subject: string
  email: string
  isEmailVerified: boolean
  name: string | undefined
}

/** A provider that cannot be used. */
export class ProviderProblem extends Error {
  readonly problem: SsoProblem
  constructor(problem: SsoProblem, cause?: unknown) {
    super(`The identity provider cannot be used: ${problem}`, { cause })
    this.name = 'ProviderProblem'
    this.problem = problem
  }
}

/** Only public-key signatures: with a shared secret whoever knows it could sign in as anyone. */
const algorithms = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
])
const clockToleranceSeconds = 30
const maxSubjectLength = 255
const maxJwksBytes = 256 * 1024
/** A slow provider must not hold up the service. */
const maxAtOnce = 20

type Config = oidc.Configuration

interface Deps {
  fetch: GuardedFetch
  /** Whether a provider on this machine can be used without TLS. */
  allowLoopback: boolean
}

export type Providers = ReturnType<typeof createProviders>

/** Talks to identity providers. Nothing is cached: keys and endpoints can change at any time, and sign-ins are rare. */
export const createProviders = ({ fetch, allowLoopback }: Deps) => {
  const running = new Map<string, number>()

  const inTurn = async <Result>({ issuer }: Client, work: () => Promise<Result>): Promise<Result> => {
    const count = running.get(issuer) ?? 0
    if (count >= maxAtOnce) throw new ProviderProblem('timeout')
    running.set(issuer, count + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(issuer) ?? 1) - 1
      if (left === 0) running.delete(issuer)
      else running.set(issuer, left)
    }
  }

  const customFetch: oidc.CustomFetch = async (url, { method, headers, body, signal }) => {
    const answer = await fetch(url, { method, headers, body: body as string | URLSearchParams | undefined, signal })
    if (answer.status < 300 || answer.status >= 400) return answer
    // Otherwise the library reports it as an answer that it cannot read.
    await answer.body?.cancel()
    throw new ProviderProblem('redirected')
  }

  const isSecure = (address: string | undefined): boolean => {
    if (address === undefined || !URL.canParse(address)) return false
    const { protocol, hostname } = new URL(address)
    return protocol === 'https:' || (protocol === 'http:' && allowLoopback && isLoopbackName(hostname))
  }

  const discover = async ({ issuer, clientId, clientSecret }: Client): Promise<Config> => {
    const metadata = { client_secret: clientSecret, [oidc.clockTolerance]: clockToleranceSeconds }
    const options = {
      [oidc.customFetch]: customFetch,
      ...(allowLoopback ? { execute: [oidc.allowInsecureRequests] } : {}),
    }
    const found = await oidc.discovery(new URL(issuer), clientId, metadata, undefined, options).catch((error) => {
      throw new ProviderProblem(problemOf(error), error)
    })
    const { supportsPKCE: _, ...server } = found.serverMetadata()
    // The library accepts the shared issuer of Microsoft, by which any firm's directory could answer.
    if (server.issuer !== issuer) throw new ProviderProblem('issuer_mismatch')
    const endpoints = [server.authorization_endpoint, server.token_endpoint, server.jwks_uri]
    if (!endpoints.every(isSecure)) throw new ProviderProblem('insecure_endpoint')
    if (server.response_types_supported?.includes('code') === false) throw new ProviderProblem('no_code_flow')
    const signed = (server.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) => algorithms.has(name))
    if (signed.length === 0) throw new ProviderProblem('no_signing_algorithm')
    const methods = server.token_endpoint_auth_methods_supported
    const authenticate = methods?.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic
    const config = new oidc.Configuration(
      { ...server, id_token_signing_alg_values_supported: signed },
      clientId,
      metadata,
      authenticate(clientSecret),
    )
    config[oidc.customFetch] = customFetch
    if (allowLoopback) oidc.allowInsecureRequests(config)
    // Without this the library trusts the connection and never looks at the signature.
    oidc.enableNonRepudiationChecks(config)
    return config
  }

  const checkKeys = async (config: Config): Promise<void> => {
    const { jwks_uri: address = '' } = config.serverMetadata()
    const answer = await fetch(address).catch((error) => {
      throw new ProviderProblem(problemOf(error), error)
    })
    const read = readBoundedJson(await answer.text(), { maxBytes: maxJwksBytes, maxDepth: 16 })
    const keys = read.ok && typeof read.value === 'object' && read.value !== null ? Reflect.get(read.value, 'keys') : []
    if (!answer.ok || !Array.isArray(keys) || keys.length === 0) throw new ProviderProblem('no_keys')
  }

  /** Some providers put the address only into the answer of the user info endpoint. */
  const contactOf = async (config: Config, claims: oidc.IDToken, accessToken: string): Promise<Claims> => {
    const hasContact = typeof claims['email'] === 'string' && isVerified(claims) !== undefined
    if (hasContact || config.serverMetadata().userinfo_endpoint === undefined) return claims
    const said = await oidc.fetchUserInfo(config, accessToken, claims.sub)
    // Address and verification from one source: a verification of one address must not vouch for another.
    return typeof said['email'] === 'string' ? { ...said, iss: claims.iss } : claims
  }

  return {
    /** Throws `ProviderProblem` if a sign-in would fail for everybody. */
    check: (client: Client): Promise<void> => inTurn(client, async () => checkKeys(await discover(client))),

    /** Where the browser must go. */
    authorizationUrl: (client: Client, redirectUri: string, scope: string, checks: Checks): Promise<URL> =>
      inTurn(client, async () => {
        const config = await discover(client)
        return oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
          code_challenge_method: 'S256',
        })
      }),

    /** Exchanges the code in the callback for the verified claims of the person. Throws if anything does not match. */
    complete: (client: Client, callback: URL, checks: Checks): Promise<ProvidedPerson> =>
      inTurn(client, async () => {
        const config = await discover(client)
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined || claims.sub.length > maxSubjectLength) throw new ProviderProblem('malformed')
        const contact = await contactOf(config, claims, tokens.access_token)
        const { email, name } = contact
        return {
          subject: claims.sub,
          email: typeof email === 'string' ? email : '',
          isEmailVerified: isVerified(contact) === true && isManaged({ ...claims, email }),
          name: [name, claims['name']].find((said): said is string => typeof said === 'string'),
        }
      }),
  }
}

type Claims = Readonly<Record<string, unknown>>

const microsoftHosts = new Set(['login.microsoftonline.com', 'login.microsoftonline.us'])

const hostOf = ({ iss }: Claims): string => (typeof iss === 'string' && URL.canParse(iss) ? new URL(iss).hostname : '')

/**
 * Undefined: the provider does not say. Microsoft says it by `xms_edov` (the owner of the domain was verified), because
 * its directories let administrators enter any address.
 */
const isVerified = (claims: Claims): boolean | undefined => {
  const { email_verified: verified, xms_edov: edov } = claims
  if (typeof verified === 'boolean') return verified
  if (!microsoftHosts.has(hostOf(claims)) || edov === undefined) return undefined
  return edov === true || edov === 1 || edov === '1' || edov === 'true'
}

/**
 * Anyone can open a private Google account with the address of their firm, and keeps it after leaving. Only accounts
 * that the firm manages name its domain in `hd`.
 */
const isManaged = (claims: Claims): boolean =>
  hostOf(claims) !== 'accounts.google.com' || typeof claims['hd'] === 'string'

const causesOf = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : error === undefined ? [] : [error]

const outboundProblems: Readonly<Record<FetchFailure, SsoProblem>> = {
  not_a_url: 'malformed',
  not_https: 'insecure_endpoint',
  credentials: 'malformed',
  port: 'blocked_address',
  address: 'blocked_address',
  unresolved: 'unreachable',
  timeout: 'timeout',
  aborted: 'unreachable',
  unreachable: 'unreachable',
  bad_answer: 'malformed',
  too_large: 'too_large',
}

const problems: Readonly<Record<string, SsoProblem>> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'not_found',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'issuer_mismatch',
}

const problemOf = (error: unknown): SsoProblem => {
  const causes = causesOf(error)
  const known = causes.find((cause) => cause instanceof ProviderProblem)
  if (known !== undefined) return known.problem
  const outbound = causes.find((cause) => cause instanceof GuardedFetchError)
  if (outbound !== undefined) return outboundProblems[outbound.failure]
  const codes = causes.flatMap((cause) =>
    typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
      ? [cause.code]
      : [],
  )
  return codes.map((code) => problems[code]).find((problem) => problem !== undefined) ?? 'malformed'
}
