import { randomUUID } from 'node:crypto'
import { call, demoEmails, type Server, signIn } from '@deal-canvas/proof/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnRedis, redisServerInstalled, startRedis } from '../packages/server/src/testing/redis-servers.ts'
import { reportMissing } from '../packages/server/src/testing/report-missing.ts'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const [owner = '', editor = '', commenter = '', viewer = ''] = demoEmails
const me = (server: Server, token: string) => call(server.url, 'GET', '/api/auth/me', { token })

const rulesFor = (makeRedis: () => Promise<OwnRedis | undefined>) => (): void => {
  const services = keepServices(afterAll)
  let database: EmptyDatabase
  let redis: OwnRedis | undefined
  let env: Record<string, string>
  let [a, b]: Server[] = []

  /** Both nodes; a test that restarts a node replaces it here. */
  const nodes = (): [Server, Server] => {
    if (a === undefined || b === undefined) throw new Error('The nodes are not up')
    return [a, b]
  }
  beforeAll(async () => {
    database = await makeEmptyDatabase()
    redis = await makeRedis()
    const place = await services.place({ databaseUrl: database.url })
    // Each request can set its client address, so that failed sign-ins of one test do not count against another.
    env = { ...place.env, TRUST_PROXY: 'on', ...(redis === undefined ? {} : { REDIS_URL: redis.url }) }
    a = await services.start({ env })
    b = await services.start({ env })
  }, 120_000)
  afterAll(async () => {
    await redis?.close()
    await database?.drop()
  })

  it('accepts on one node a session opened on the other', async () => {
    const [first, second] = nodes()
    const { token, cookie } = await signIn(first.url, owner)
    expect((await me(second, token)).body.email).toBe(owner)
    const refreshed = await call(second.url, 'POST', '/api/auth/refresh', { cookie })
    expect((await me(first, refreshed.body.access_token)).status).toBe(200)
  })

  it('rejects a session revoked on another node at the next request', async () => {
    const [first, second] = nodes()
    const { token } = await signIn(first.url, owner)
    expect((await me(second, token)).status).toBe(200)
    expect((await call(first.url, 'POST', '/api/auth/logout', { token })).status).toBe(204)
    const refused = await me(second, token)
    expect([refused.status, refused.body.code]).toEqual([401, 'session_ended'])
  })

  it('counts failed sign-ins across both nodes, and keeps the count over a restart', async () => {
    const [first, second] = nodes()
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const guess = (server: Server, password = 'not-the-password') =>
      call(server.url, 'POST', '/api/auth/login', { body: { email: editor, password }, headers })
    for (let n = 0; n < 5; n++) {
      expect((await guess(first)).status).toBe(401)
      expect((await guess(second)).status).toBe(401)
    }
    for (const node of [first, second]) expect((await guess(node, 'deal-canvas-demo')).status).toBe(429)

    expect((await first.stop()).code).toBe(0)
    a = await services.start({ env })
    const refused = await guess(a, 'deal-canvas-demo')
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
    const elsewhere = { headers: { 'x-forwarded-for': '192.0.2.2' } }
    expect((await signIn(a.url, editor, elsewhere)).token).toBeTypeOf('string')
  }, 60_000)

  it('delays, but does not reject, a sign-in to an account whose password was guessed at on the other node', async () => {
    const [first, second] = nodes()
    const login = (server: Server, network: number, password: string) =>
      call(server.url, 'POST', '/api/auth/login', {
        body: { email: viewer, password },
        headers: { 'x-forwarded-for': `198.51.100.${network}` },
      })
    for (let n = 0; n < 10; n++) expect((await login(first, n, 'not-the-password')).status).toBe(401)
    const asked = performance.now()
    expect((await login(second, 99, 'deal-canvas-demo')).status).toBe(200)
    expect(performance.now() - asked).toBeGreaterThan(990)
  }, 60_000)

  it('counts writes across both nodes: 300 per minute and user', async () => {
    const [first, second] = nodes()
    const { token } = await signIn(first.url, commenter)
    const write = (server: Server) => call(server.url, 'PATCH', '/api/auth/me', { token, body: { last_name: 'W' } })
    const statuses: number[] = []
    for (let n = 0; n < 165; n += 15) {
      const batch = Array.from({ length: 15 }, () => [write(first), write(second)]).flat()
      statuses.push(...(await Promise.all(batch)).map(({ status }) => status))
    }
    // The sign-in was the first write of the minute.
    expect(statuses.filter((status) => status === 200)).toHaveLength(299)
    expect(statuses.filter((status) => status === 429)).toHaveLength(31)
  }, 60_000)
}

describeOnPostgres(
  'two nodes on one PostgreSQL',
  rulesFor(async () => undefined),
)
if (redisServerInstalled())
  describeOnPostgres(
    'two nodes on one PostgreSQL and one Redis',
    rulesFor(() => startRedis()),
  )
else reportMissing('two nodes on one PostgreSQL and one Redis', 'redis-server is not installed')

describeOnPostgres('concurrent start of five nodes', () => {
  const services = keepServices()
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await makeEmptyDatabase()
  })
  afterAll(() => database?.drop())

  const startFive = async (more: Record<string, string>) => {
    const { env } = await services.place({ databaseUrl: database.url })
    return Promise.all(Array.from({ length: 5 }, () => services.start({ env: { ...env, ...more } })))
  }

  it('starts five nodes together on an empty database, all ready, with each migration applied once', async () => {
    const nodes = await startFive({ DEMO: 'off' })
    for (const { url } of nodes)
      expect((await call(url, 'GET', '/readyz')).body).toEqual({ ready: true, stores: { database: 'ok' } })
    const applied = await database.rows('SELECT name FROM migrations ORDER BY name')
    expect(applied.length).toBeGreaterThan(0)
    expect(new Set(applied.map(({ name }) => name)).size).toBe(applied.length)
  }, 120_000)

  it('creates the demo and the first superadmin once when five nodes start together', async () => {
    const root = `root-${randomUUID()}@example.com`
    await startFive({ DEMO: 'on', SUPERADMIN_EMAIL: root, SUPERADMIN_PASSWORD: 'a-long-enough-one' })
    const [counted] = await database.rows(
      'SELECT count(*)::int AS n, count(*) FILTER (WHERE is_demo)::int AS demo FROM users',
    )
    // Besides the users who can sign in, the demo has a new user whose email address is not verified.
    expect(counted).toEqual({ n: demoEmails.length + 2, demo: demoEmails.length + 1 })
  }, 120_000)
})
