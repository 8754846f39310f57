import { once } from 'node:events'
import { integer, model, operation, optional, signedIn, text } from '@deal-canvas/contract'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Service } from '../compose.ts'
import { refuse } from '../domain-error.ts'
import { minutes } from '../platform/clock.ts'
import { onDatabase, type TestPlace } from '../testing/databases.ts'
import { openStream, readFrames } from '../testing/event-reader.ts'
import { expectRefusal, onService, type Person } from '../testing/service.ts'
import { startService } from '../testing/start.ts'
import { handleStream, type SentEvent } from './handler.ts'

const watch = operation({
  id: 'watch',
  method: 'GET',
  path: '/api/test/watch',
  tag: 'Test',
  summary: 'Streams',
  access: signedIn,
  query: model({ events: optional(integer()), finish: optional(text()) }),
  answer: text(),
  events: { count: model({ n: integer() }) },
  status: 200,
})

const ended: string[] = []

/** Yields the given number of events, then finishes as requested; records when it ended, and why. */
const source = async function* (
  { events = 0, finish = 'end' }: { events?: number; finish?: string },
  signal: AbortSignal,
): AsyncGenerator<SentEvent<typeof watch>> {
  try {
    if (finish === 'refuse_at_once') refuse('forbidden')
    if (finish === 'break_at_once') throw new Error('SELECT secret')
    for (let n = 1; n <= events; n++) yield { event: 'count', data: { n }, id: String(n) }
    if (finish === 'refuse') refuse('forbidden', { detail: 'Not any more' })
    if (finish === 'break') throw new Error('SELECT secret')
    if (finish === 'wait' && !signal.aborted) await once(signal, 'abort')
  } finally {
    ended.push(String(signal.reason))
  }
}

const routes = [handleStream(watch, ({ query, signal }) => source(query, signal))]
const lines: string[] = []

onService(
  'event stream of an operation',
  (host) => {
    let owner: Person
    beforeAll(async () => {
      owner = await host.signIn('owner')
    })
    beforeEach(() => {
      ended.splice(0)
      lines.splice(0)
    })
    const open = (query: string, token = owner.token) => openStream(host.service.app, `/api/test/watch?${query}`, token)
    const counts = (many: number) =>
      Array.from({ length: many }, (_, n) => ({ event: 'count', data: { n: n + 1 }, id: String(n + 1) }))
    const openStreams = async () => /^open_streams (\d+)$/m.exec((await host.send('GET', '/metrics')).body)?.[1]
    const farewell = async (stream: Awaited<ReturnType<typeof open>>) => readFrames(await stream.text()).at(-1)

    it('delivers events in order', async () => {
      const stream = await open('events=200')
      expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
      expect(readFrames(await stream.text())).toEqual(counts(200))
    })

    it('sends the headers of every answer with a stream', async () => {
      const stream = await open('events=1')
      expect(stream.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(stream.headers.get('x-content-type-options')).toBe('nosniff')
      expect(stream.headers.get('cache-control')).toBe('no-store, no-transform')
      await stream.text()
    })

    it('returns an ordinary answer if a stream is rejected or fails before its first event', async () => {
      expectRefusal(await owner.get('/api/test/watch?finish=refuse_at_once'), 403, 'forbidden')
      expect(await owner.get('/api/test/watch?finish=break_at_once')).toMatchObject({
        status: 500,
        body: { detail: 'Internal server error', code: 'internal' },
      })
      expectRefusal(await host.send('GET', '/api/test/watch'), 401, 'not_authenticated')
      expect((await owner.get('/api/test/watch?events=many')).status).toBe(422)
    })

    it('ends a stream with an error event when it fails after its first event [REQUEST-15]', async () => {
      const refused = readFrames(await (await open('events=2&finish=refuse')).text())
      expect(refused).toEqual([...counts(2), { event: 'error', data: { code: 'forbidden', detail: 'Not any more' } }])
      const failed = readFrames(await (await open('events=1&finish=break')).text())
      expect(failed).toEqual([
        ...counts(1),
        { event: 'error', data: { code: 'internal', detail: 'Internal server error' } },
      ])
      expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toMatchObject([
        { msg: 'A stream failed' },
      ])
    })

    it('ends the source when the client leaves, counts the stream while open, and logs it once', async () => {
      const stream = await open('events=1&finish=wait')
      await stream.first(1)
      expect(await openStreams()).toBe('1')
      stream.leave()
      await vi.waitFor(() => expect(ended).toEqual(['client_left']))
      await vi.waitFor(async () => expect(await openStreams()).toBe('0'))
      const logged = lines.map((line) => JSON.parse(line)).filter(({ path }) => path === '/api/test/watch')
      expect(logged).toMatchObject([{ msg: 'request', status: 200, userId: owner.userId }])
    })

    it("rejects a user's 51st concurrent stream with 429 until another one ends", async () => {
      const streams = await Promise.all(Array.from({ length: 50 }, () => open('events=1&finish=wait')))
      const refused = await owner.get('/api/test/watch?events=1')
      expectRefusal(refused, 429, 'rate_limited')
      expect(refused.headers['retry-after']).toBe('10')
      streams[0]?.leave()
      await vi.waitFor(async () => expect((await owner.get('/api/test/watch?events=1')).status).toBe(200))
      for (const stream of streams) stream.leave()
      await vi.waitFor(async () => expect(await openStreams()).toBe('0'))
    })

    it('answers HEAD on a stream without a body and without starting the source', async () => {
      const { status, body, headers } = await owner.send('HEAD', '/api/test/watch?events=1&finish=wait')
      expect([status, body, headers['content-type']]).toEqual([200, '', 'text/event-stream; charset=utf-8'])
      expect(ended).toEqual([])
      expect(await openStreams()).toBe('0')
    })

    describe('end of a session', () => {
      it('ends an open event stream with bye when its user signs out elsewhere [SESSION-7]', async () => {
        const person = await host.signIn('viewer')
        const stream = await open('events=1&finish=wait', person.token)
        await stream.first(1)
        expect((await person.send('POST', '/api/auth/logout')).status).toBe(204)
        expect(await farewell(stream)).toEqual({ event: 'bye', data: { reason: 'session_ended' } })
        await vi.waitFor(() => expect(ended).toEqual(['session_ended']))
      })

      it('ends a stream with bye when its session is revoked from another session, which continues', async () => {
        const [here, there] = [await host.signIn('viewer'), await host.signIn('viewer')]
        const [mine, other] = [
          await open('events=1&finish=wait', here.token),
          await open('events=1&finish=wait', there.token),
        ]
        await Promise.all([mine.first(1), other.first(1)])
        const { sid } = decodeJwt(there.token) as { sid: string }
        expect((await here.send('DELETE', `/api/auth/sessions/${sid}`)).status).toBe(204)
        expect(await farewell(other)).toEqual({ event: 'bye', data: { reason: 'session_ended' } })
        expect(await openStreams()).toBe('1')
        mine.leave()
      })

      it('ends a stream with bye when the password is changed elsewhere', async () => {
        const [here, there] = [await host.signIn('commenter'), await host.signIn('commenter')]
        const stream = await open('events=1&finish=wait', there.token)
        await stream.first(1)
        const changed = { current_password: 'deal-canvas-demo', new_password: 'another-one-of-mine' }
        expect((await here.send('POST', '/api/auth/password', changed)).status).toBe(204)
        expect(await farewell(stream)).toEqual({ event: 'bye', data: { reason: 'session_ended' } })
      })

      it('ends a stream with bye when its user is suspended, even without a bus message', async () => {
        const person = await host.signIn('outsider')
        const stream = await open('events=1&finish=wait', person.token)
        await stream.first(1)
        await host.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [person.userId])
        expect(await farewell(stream)).toEqual({ event: 'bye', data: { reason: 'session_ended' } })
      })

      it('ends a stream with bye when its token expires', async () => {
        const stream = await open('events=1&finish=wait')
        await stream.first(1)
        host.advance(minutes(61))
        expect(await farewell(stream)).toEqual({ event: 'bye', data: { reason: 'token_expired' } })
        owner = await host.signIn('owner')
      })
    })
  },
  { extraRoutes: routes, onLog: (line) => lines.push(line) },
)

onDatabase('streams across services', (kind) => {
  let place: TestPlace
  const running = new Set<Service>()
  beforeAll(async () => {
    place = await kind.place()
  })
  afterAll(async () => {
    for (const service of running) await service.drain()
    await place.remove()
  })
  beforeEach(() => {
    ended.splice(0)
  })
  const start = async (): Promise<Service> => {
    const service = await startService({ ...place.env, DEMO: 'on' }, { extraRoutes: routes })
    running.add(service)
    return service
  }
  const signIn = async ({ app }: Service): Promise<string> => {
    const payload = { email: 'owner@example.com', password: 'deal-canvas-demo' }
    return (await app.inject({ method: 'POST', url: '/api/auth/login', payload })).json().access_token
  }
  const open = async ({ app }: Service, token: string) => {
    const stream = await openStream(app, '/api/test/watch?events=1&finish=wait', token)
    await stream.first(1)
    return stream
  }

  it('ends streams with bye when the service drains', async () => {
    const service = await start()
    const stream = await open(service, await signIn(service))
    running.delete(service)
    const drained = service.drain()
    expect(readFrames(await stream.text()).at(-1)).toEqual({ event: 'bye', data: { reason: 'shutting_down' } })
    await drained
    expect(ended).toEqual(['shutting_down'])
  })

  // The embedded database belongs to one process.
  if (kind.name === 'pglite') return

  it('ends a stream when its user signs out at another service on the same database', async () => {
    const [here, there] = [await start(), await start()]
    const token = await signIn(here)
    const stream = await open(there, token)
    await here.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } })
    expect(readFrames(await stream.text()).at(-1)).toEqual({ event: 'bye', data: { reason: 'session_ended' } })
  })
})
