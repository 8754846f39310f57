import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetLimits } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import {
  callbackPath,
  comeBack,
  forgetSso,
  landing,
  personOf,
  setUpSso,
  signedInPage,
  startSignOn,
} from '../../testing/single-sign-on.ts'

const email = 'ida@northwind.example'

/** The widely used provider of the `oidc-provider` package; its only person signs in without a question. */
const startRealProvider = async (): Promise<{ issuer: string; server: Server }> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'deal-canvas',
        client_secret: 'a client secret',
        redirect_uris: [`http://localhost:8080${callbackPath}`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email, email_verified: true, name: 'Ida Lund' }),
    }),
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: 'ida' } })
    else void handle(request, response)
  })
  return { issuer, server }
}

/** Follows the redirects of the provider with its cookies, until it sends the browser back to the service. */
const passThrough = async (location: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  let at = new URL(location)
  for (let hops = 0; hops < 10; hops++) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`${at.pathname} answered ${answer.status}: ${await answer.text()}`)
    at = new URL(next, at)
    if (at.pathname === callbackPath) return at
  }
  throw new Error('The provider redirects without end')
}

onService('single sign-on with a real provider', (app) => {
  let provider: Awaited<ReturnType<typeof startRealProvider>>
  beforeAll(async () => {
    provider = await startRealProvider()
  })
  afterAll(async () => {
    provider.server.closeAllConnections()
    provider.server.close()
    await once(provider.server, 'close')
  })

  it('signs a person in with the code flow of the oidc-provider package [SSO-4]', async () => {
    await forgetLimits(app)
    await forgetSso(app)
    const { providerId } = await setUpSso(app, provider.issuer)
    const going = await startSignOn(app, providerId)
    const back = await passThrough(going.location)
    expect(back.searchParams.get('iss')).toBe(provider.issuer)
    const answer = await comeBack(app, going, Object.fromEntries(back.searchParams))
    expect(landing(answer)).toEqual(signedInPage)
    const me = (await (await personOf(app, answer)).get('/api/auth/me')).body
    expect(me).toMatchObject({ email, display_name: 'Ida Lund' })
  })
})
