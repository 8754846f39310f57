import { fileURLToPath } from 'node:url'
import { call, demoEmails, signIn } from '@deal-canvas/proof/server'
import { describe, expect, it, vi } from 'vitest'
import { keepServices } from './support/services.ts'

const services = keepServices()
const [someone = ''] = demoEmails
const crasher = fileURLToPath(new URL('./support/crash-database.mjs', import.meta.url))

describe('embedded database crash', { timeout: 120_000 }, () => {
  it('responds 503 with Retry-After when the embedded database crashes, then recovers in-process without data loss', async () => {
    const { env } = await services.place()
    const server = await services.start({ env: { ...env, NODE_OPTIONS: `--import=${crasher}` } })
    const { token } = await signIn(server.url, someone)
    const me = () => call(server.url, 'GET', '/api/auth/me', { token })
    await call(server.url, 'PATCH', '/api/auth/me', { token, body: { first_name: 'Kept' } })

    void server.signal('SIGUSR2')
    const refused = await vi.waitUntil(
      async () => {
        const answer = await me()
        return answer.status === 200 ? undefined : answer
      },
      { timeout: 20_000, interval: 1 },
    )
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'store_unavailable',
      '1',
    ])
    expect((await call(server.url, 'GET', '/healthz')).status).toBe(200)

    await vi.waitUntil(async () => (await call(server.url, 'GET', '/readyz')).status === 200, { timeout: 30_000 })
    const healed = await me()
    expect([healed.status, healed.body.first_name]).toEqual([200, 'Kept'])
    expect((await signIn(server.url, someone)).token).not.toBe(token)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })
})
