import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Service } from '../compose.ts'
import { demoPassword } from '../features/demo/demo.ts'
import type { Route } from '../http/handler.ts'
import { createLogger } from '../http/logger.ts'
import type { Sleep } from '../platform/clock.ts'
import { createDatabaseKeyValue } from '../platform/key-value/database-key-value.ts'
import { createFences } from '../platform/key-value/fences.ts'
import type { KeyValue } from '../platform/key-value/key-value.ts'
import { createRedisKeyValue } from '../platform/key-value/redis-key-value.ts'
import type { Redis } from '../platform/redis/redis.ts'
import { databaseKinds, onDatabase, onEachDatabase, type TestPlace } from './databases.ts'
import { openTestRedis, redisAvailable, redisUrl } from './redis.ts'
import { reportMissing } from './report-missing.ts'
import { startService } from './start.ts'

interface Sending {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  cookie?: string | undefined
  /** The client's IP address. */
  ip?: string
}

interface Options {
  env?: Record<string, string>
  extraRoutes?: Route[]
  /** Whether the demo includes deals in addition to its users. */
  demoDeals?: boolean
  redisPrefix?: string
  /** How a sign-in slowed down by failed attempts waits; without a delay unless set. */
  sleep?: Sleep
  onLog?: (line: string) => void
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it then asserts
  body: any
  headers: Record<string, string | string[] | number | undefined>
  /** The refresh cookie that the answer sets, if any. */
  cookie: string | undefined
}

/** A complete service on a new database, with a clock that the test can advance. */
export interface TestService {
  send(method: string, path: string, sending?: Sending): Promise<Answer>
  /** Signs in a demo user. */
  signIn(name: string, ip?: string): Promise<Person>
  advance(milliseconds: number): void
  /** The mails sent so far, oldest first. */
  mails(): Promise<string[]>
  sql<Row extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** The short-lived state of deals, in the store that the service uses. */
  readonly state: KeyValue
  readonly service: Service
  /** The data folder of the service. */
  readonly dataDir: string
  /** Undefined if the service keeps its state in the database. */
  readonly redis: { redis: Redis; prefix: string } | undefined
}

export interface Person {
  token: string
  cookie: string
  userId: string
  get(path: string): Promise<Answer>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

type Rules = (app: TestService) => void

/**
 * Tests the whole service through its real routes on one database: PostgreSQL if a server is reachable, otherwise the
 * embedded one. The SQL is the same; behavior that depends on the store itself needs `onEachService`.
 */
export const onService = (title: string, rules: Rules, options: Options = {}): void =>
  onDatabase(title, (kind) => stateRules(kind.place, rules, options))

/** Same on every database: for transactions, locks, search, and upgrading or erasing stored data. */
export const onEachService = (title: string, rules: Rules, options: Options = {}): void =>
  onEachDatabase(title, (kind) => stateRules(kind.place, rules, options))

const hasRedis = await redisAvailable()

/** Same on the embedded database, and on PostgreSQL with Redis: for short-lived state. */
export const onEveryStore = (title: string, rules: Rules, options: Options = {}): void => {
  const [embedded] = databaseKinds
  if (embedded === undefined) throw new Error('There is no database')
  describe(`${title} (${embedded.name})`, () => stateRules(embedded.place, rules, options))
  const both = `${title} (postgres and redis)`
  const postgres = databaseKinds.find(({ name }) => name === 'postgres')
  if (postgres === undefined || !hasRedis) {
    reportMissing(both, 'no PostgreSQL or no Redis')
    return
  }
  describe(both, () =>
    stateRules(
      async () => {
        const { env, remove } = await postgres.place()
        const { redis, prefix, close } = openTestRedis()
        return {
          env: { ...env, REDIS_URL: redisUrl },
          redis,
          redisPrefix: prefix,
          remove: async () => {
            await remove()
            await close()
          },
        }
      },
      rules,
      options,
    ),
  )
}

interface Place extends TestPlace {
  redis?: Redis
  redisPrefix?: string
}

const stateRules = (findPlace: () => Promise<Place>, rules: Rules, options: Options): void => {
  let place: Place
  let service: Service
  let ahead = 0

  beforeAll(async () => {
    place = await findPlace()
    const { env, onLog, extraRoutes = [], demoDeals = false, sleep = async () => {} } = options
    const redisPrefix = place.redisPrefix ?? options.redisPrefix
    service = await startService(
      { ...place.env, DEMO: 'on', ...env },
      {
        now: () => new Date(Date.now() + ahead),
        sleep,
        extraRoutes,
        demoDeals,
        ...(onLog === undefined ? {} : { log: createLogger('trace', { write: onLog }) }),
        ...(redisPrefix === undefined ? {} : { redisPrefix }),
      },
    )
  })
  afterAll(async () => {
    await service?.drain()
    await place?.remove()
  })

  const send: TestService['send'] = async (method, path, { token, body, headers, cookie, ip } = {}) => {
    const reply = await service.app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: ip ?? '127.0.0.1',
      headers: {
        ...(body === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie: `canvas_refresh=${cookie}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json')
    return {
      status: reply.statusCode,
      body: isJson && reply.body !== '' ? JSON.parse(reply.body) : reply.body,
      headers: reply.headers,
      cookie: reply.cookies.find(({ name }) => name === 'canvas_refresh')?.value,
    }
  }

  rules({
    send,
    signIn: async (name, ip) => {
      const answer = await send('POST', '/api/auth/login', {
        body: { email: `${name}@example.com`, password: demoPassword },
        ...(ip === undefined ? {} : { ip }),
      })
      expect(answer.status).toBe(200)
      const token: string = answer.body.access_token
      return {
        token,
        cookie: answer.cookie ?? '',
        userId: answer.body.user.id,
        get: (path) => send('GET', path, { token }),
        send: (method, path, body, headers) =>
          send(method, path, {
            token,
            ...(body === undefined ? {} : { body }),
            ...(headers === undefined ? {} : { headers }),
          }),
      }
    },
    advance: (milliseconds) => {
      ahead += milliseconds
    },
    mails: async () => {
      const folder = join(place.env['DATA_DIR'] ?? '', 'outbox')
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt')).sort()
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
    sql: async (text, values = []) => (await service.database.query({ text, values })).rows as never,
    get state() {
      const { database } = service
      const { redis, redisPrefix = '' } = place
      return redis === undefined
        ? createDatabaseKeyValue({ database })
        : createRedisKeyValue({ redis, prefix: redisPrefix, nextFence: createFences({ database }) })
    },
    get service() {
      return service
    },
    get dataDir() {
      return place.env['DATA_DIR'] ?? ''
    },
    get redis() {
      const { redis, redisPrefix = '' } = place
      return redis === undefined ? undefined : { redis, prefix: redisPrefix }
    },
  })
}

let addresses = 0

/**
 * An IP address that no other test of this process uses, so that failed sign-ins of one test do not count against
 * another. With random addresses, one in four thousand had already used up its attempts.
 */
export const someIp = (): string => {
  addresses += 1
  return `10.${100 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Expects an error with this status and code. */
export const expectRefusal = (answer: Answer, status: number, code: string): void => {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  expect(typeof answer.body.detail).toBe('string')
}
