import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

type Json = Record<string, unknown>

interface Key {
  kid: string
  privateKey: CryptoKey
  jwk: JWK
}

const makeKey = async (kid: string): Promise<Key> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** What the provider does at the token endpoint instead of signing the claims. */
export type Misbehavior = (claims: Json, key: Key) => Promise<string> | string

/** A real HTTP server that speaks OpenID Connect, and misbehaves as the test says. */
export const startIdentityProvider = async () => {
  let key = await makeKey('first')
  let jwks: JWK[] = [key.jwk]
  let sign: Misbehavior = (claims, { kid, privateKey }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
  let discover: ((response: ServerResponse, document: Json) => void) | undefined
  let userInfo: Json | undefined
  const codes = new Map<string, { claims: Json; challenge: string }>()
  const exchanged: URLSearchParams[] = []

  const answer = (response: ServerResponse, status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  const exchange = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = new URLSearchParams(await text(incoming))
    exchanged.push(asked)
    const code = asked.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const proof = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant === undefined || grant.challenge !== proof) return answer(response, 400, { error: 'invalid_grant' })
    const id_token = await sign(grant.claims, key)
    answer(response, 200, { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token })
  }

  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', issuer)
    const endpoint = (path: string) => `${issuer}${path}`
    if (pathname === '/token') void exchange(incoming, response)
    else if (pathname === '/jwks') answer(response, 200, { keys: jwks })
    else if (pathname === '/userinfo' && userInfo !== undefined) answer(response, 200, userInfo)
    else if (pathname === '/.well-known/openid-configuration') {
      const document = {
        issuer,
        authorization_endpoint: endpoint('/authorize'),
        token_endpoint: endpoint('/token'),
        jwks_uri: endpoint('/jwks'),
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        subject_types_supported: ['public'],
        ...(userInfo === undefined ? {} : { userinfo_endpoint: endpoint('/userinfo') }),
      }
      if (discover === undefined) answer(response, 200, document)
      else discover(response, document)
    } else answer(response, 404, {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [usual, usualKey] = [sign, key]

  return {
    issuer,
    /** The requests at the token endpoint. */
    exchanged,
    /** Lets a person sign in: the code with which the provider would send the browser back. */
    codeFor: (location: string, claims: Json): string => {
      const asked = new URL(location).searchParams
      const code = randomBytes(8).toString('hex')
      const now = Math.floor(Date.now() / 1000)
      codes.set(code, {
        claims: {
          iss: issuer,
          aud: asked.get('client_id'),
          nonce: asked.get('nonce'),
          iat: now,
          exp: now + 300,
          email_verified: true,
          ...claims,
        },
        challenge: asked.get('code_challenge') ?? '',
      })
      return code
    },
    misbehave: (wanted: Misbehavior): void => {
      sign = wanted
    },
    describeAs: (wanted: (response: ServerResponse, document: Json) => void): void => {
      discover = wanted
    },
    /** Signs with a new key from now on, and no longer publishes the former one. */
    rotateKeys: async (): Promise<void> => {
      key = await makeKey(`rotated-${randomBytes(4).toString('hex')}`)
      jwks = [key.jwk]
    },
    answerUserInfo: (wanted: Json): void => {
      userInfo = wanted
    },
    behave: (): void => {
      sign = usual
      discover = undefined
      userInfo = undefined
      key = usualKey
      jwks = [usualKey.jwk]
    },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>
