import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { call, demoEmails, type Server, signIn } from '@deal-canvas/proof/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const services = keepServices()
const [someone = ''] = demoEmails

/** A connection that stays open until the service closes it, and everything received on it. */
const openConnection = async (server: Server) => {
  const socket: Socket = connect(server.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  const hears = (text: string) => vi.waitUntil(() => received.includes(text), { timeout: 10_000 })
  return { send: (text: string) => void socket.write(text), received: () => received, hears, closed }
}

const alive = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

const body = JSON.stringify({ first_name: 'Slow' })
const patchHead = (token: string): string =>
  `PATCH /api/auth/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
const accepted = 'HTTP/1.1 100 Continue\r\n\r\n'

const isRefused = (server: Server) =>
  call(server.url, 'GET', '/healthz').then(
    () => false,
    (error: Error) => Object(error.cause).code === 'ECONNREFUSED',
  )

const startServer = async (databaseUrl?: string) => {
  const { env } = await services.place(databaseUrl === undefined ? {} : { databaseUrl })
  const server = await services.start({ env: { ...env, LOG_LEVEL: 'info' } })
  return { server, ...(await signIn(server.url, someone)) }
}

describe('graceful shutdown', { timeout: 120_000 }, () => {
  it('finishes started requests on shutdown, rejects new ones with 503, closes idle connections and exits with 0', async () => {
    const { server, token } = await startServer()
    const idle = await openConnection(server)
    idle.send(alive)
    await idle.hears('"ok"')
    const slow = await openConnection(server)
    slow.send(patchHead(token))
    await slow.hears(accepted)
    slow.send(body.slice(0, 5))
    const late = await openConnection(server)
    late.send(alive)
    await late.hears('"ok"')
    late.send('GET /readyz HTTP/1.1\r\nHost: local')
    // A partial request head gets no response; the response on a later connection shows that the head was read.
    const after = await openConnection(server)
    after.send(alive)
    await after.hears('"ok"')

    const ended = server.stop()
    await server.says('Draining')
    await vi.waitUntil(() => isRefused(server), { timeout: 10_000 })
    await idle.closed
    late.send('host\r\n\r\n')
    await late.closed
    expect(late.received()).toContain('}HTTP/1.1 503 ')
    expect(late.received()).toContain('"code":"shutting_down"')
    slow.send(body.slice(5))
    await slow.closed
    expect(slow.received()).toContain(`${accepted}HTTP/1.1 200 OK\r\n`)
    expect(slow.received()).toContain('"first_name":"Slow"')
    expect(slow.received()).toMatch(/\r\nconnection: close\r\n/i)
    expect(await ended).toEqual({ code: 0, signal: null })
  })

  it('exits on shutdown without waiting for a request that never completes', async () => {
    const { server, token } = await startServer()
    const endless = await openConnection(server)
    endless.send(patchHead(token))
    await endless.hears(accepted)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(server.said.stderr).not.toContain('Not drained in time')
  })
})

describeOnPostgres('graceful shutdown on PostgreSQL', () => {
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await makeEmptyDatabase()
  })
  afterAll(() => database?.drop())

  it('completes a write that is waiting for the database before closing the database connections on shutdown', async () => {
    const { server, token } = await startServer(database.url)
    const locker = await database.connect()
    await locker.query('BEGIN')
    await locker.query('SELECT 1 FROM users FOR UPDATE')
    const answer = call(server.url, 'PATCH', '/api/auth/me', { token, body: { first_name: 'Waited' } })
    const waiting = () =>
      database.rows("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
    await vi.waitUntil(async () => (await waiting()).length > 0, { timeout: 10_000 })

    const ended = server.stop()
    await server.says('Draining')
    await locker.query('COMMIT')
    await locker.end()
    const { status, body: answered } = await answer
    expect([status, answered.first_name]).toEqual([200, 'Waited'])
    expect(await ended).toEqual({ code: 0, signal: null })
  }, 120_000)
})
