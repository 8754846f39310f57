import { limitRules } from '@deal-canvas/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Service } from '../compose.ts'
import { onDatabase, type TestPlace } from '../testing/databases.ts'
import { forgetLimits } from '../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../testing/service.ts'
import { startService } from '../testing/start.ts'

const { points } = limitRules.write

onService('write limit', (host) => {
  let owner: Person
  let editor: Person
  const write = (person: Person) => person.send('PATCH', '/api/auth/me', {})
  const almostUsedUp = (person: Person, left: number) =>
    host.sql('UPDATE rate_limits SET points = $2 WHERE key = $1', [`write:${person.userId}`, points - left])

  beforeAll(async () => {
    owner = await host.signIn('owner')
    editor = await host.signIn('editor')
  })
  beforeEach(() => forgetLimits(host))

  it('rejects the 301st write of a user within a minute with 429 and Retry-After [REQUEST-14]', async () => {
    expect(limitRules.write).toEqual({ points: 300, seconds: 60 })
    await write(owner)
    await almostUsedUp(owner, 20)
    const answers = await Promise.all(Array.from({ length: 25 }, () => write(owner)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    for (const answer of refused) {
      expectRefusal(answer, 429, 'rate_limited')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
  })

  it("does not limit reads or other users when a user's writes are rejected", async () => {
    await write(owner)
    await almostUsedUp(owner, 0)
    expectRefusal(await write(owner), 429, 'rate_limited')
    expect((await owner.get('/api/auth/me')).status).toBe(200)
    expect((await owner.get('/api/auth/sessions')).status).toBe(200)
    expect((await write(editor)).status).toBe(200)
  })

  it('counts writes of every method and resets the count after a minute', async () => {
    await write(owner)
    await almostUsedUp(owner, 1)
    expectRefusal(await owner.send('DELETE', '/api/auth/sessions/unknown'), 404, 'session_not_found')
    expectRefusal(await owner.send('DELETE', '/api/auth/sessions/unknown'), 429, 'rate_limited')
    expectRefusal(await owner.send('POST', '/api/auth/logout'), 429, 'rate_limited')
    await host.sql('UPDATE rate_limits SET expire = $1', [Date.now() - 1])
    expect((await write(owner)).status).toBe(200)
  })
})

onDatabase('write limit across services on one database', (kind) => {
  let place: TestPlace
  const running = new Set<Service>()
  const start = async (): Promise<Service> => {
    const service = await startService({ ...place.env, DEMO: 'on' })
    running.add(service)
    return service
  }
  const stop = async (service: Service): Promise<void> => {
    running.delete(service)
    await service.drain()
  }
  const signIn = async ({ app }: Service): Promise<string> => {
    const payload = { email: 'owner@example.com', password: 'deal-canvas-demo' }
    return (await app.inject({ method: 'POST', url: '/api/auth/login', payload })).json().access_token
  }
  const write = async ({ app }: Service, token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` }
    return (await app.inject({ method: 'PATCH', url: '/api/auth/me', headers, payload: {} })).statusCode
  }

  beforeAll(async () => {
    place = await kind.place()
  })
  afterAll(async () => {
    for (const service of running) await service.drain()
    await place.remove()
  })

  it('keeps counting writes after a restart', async () => {
    const first = await start()
    const token = await signIn(first)
    expect(await write(first, token)).toBe(200)
    await first.database.query({ text: 'UPDATE rate_limits SET points = $1', values: [points - 1] })
    await stop(first)
    const second = await start()
    expect([await write(second, token), await write(second, token)]).toEqual([200, 429])
    await second.database.query({ text: 'DELETE FROM rate_limits' })
    await stop(second)
  })

  // The embedded database belongs to one process.
  if (kind.name === 'pglite') return

  it('counts writes of two concurrent services together', async () => {
    const [first, second] = [await start(), await start()]
    const token = await signIn(first)
    await first.database.query({ text: 'DELETE FROM rate_limits' })
    expect(await write(first, token)).toBe(200)
    await first.database.query({ text: 'UPDATE rate_limits SET points = $1', values: [points - 20] })
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, n) => write(n % 2 === 0 ? first : second, token)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })
})
