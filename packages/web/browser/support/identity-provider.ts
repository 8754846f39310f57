import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An identity provider with a sign-in page of its own, on another site than the service. */
export const startIdentityProvider = async (people: readonly string[]) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, Record<string, unknown>>()

  const sign = (claims: Record<string, unknown>): string => {
    const content = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`
    return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    const json = (body: unknown): void =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration')
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
      })
    if (pathname === '/jwks')
      return json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] })
    if (pathname === '/token') {
      const code = new URLSearchParams(await text(request)).get('code') ?? ''
      return json({ access_token: 'access', token_type: 'Bearer', id_token: sign(codes.get(code) ?? {}) })
    }
    if (pathname !== '/authorize') return void response.writeHead(404).end()
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    const links = people.map((email) => {
      const code = randomUUID()
      const now = Math.floor(Date.now() / 1000)
      codes.set(code, {
        iss: issuer,
        aud: searchParams.get('client_id'),
        sub: email,
        nonce: searchParams.get('nonce'),
        iat: now,
        exp: now + 300,
        email,
        email_verified: true,
      })
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
      return `<li><a href="${back.href.replaceAll('&', '&amp;')}">${email}</a></li>`
    })
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<!doctype html><title>Identity provider</title><link rel="icon" href="data:,"><ul>${links.join('')}</ul>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
