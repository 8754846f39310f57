import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { compose, type Service } from '../compose.ts'
import { readConfig } from '../config.ts'
import { demoPassword } from '../features/demo/demo.ts'
import type { Route } from '../http/handler.ts'
import { createLogger } from '../http/logger.ts'
import type { Sleep } from '../platform/clock.ts'
import { createDatabaseKeyValue } from '../platform/key-value/database-key-value.ts'
import { createFences } from '../platform/key-value/fences.ts'
import type { KeyValue } from '../platform/key-value/key-value.ts'
import { createRedisKeyValue } from '../platform/key-value/redis-key-value.ts'
import type { Redis } from '../platform/redis/redis.ts'
import { cheapHashes } from './cheap-hashes.ts'
import { databaseKinds, onDatabase, onEachDatabase, type TestPlace } from './databases.ts'
import { openTestRedis, redisAvailable, redisUrl } from './redis.ts'
import { reportMissing } from './report-missing.ts'

interface Sending {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  cookie?: string | undefined
  /** The caller's address. */
  ip?: string
}

interface Options {
  env?: Record<string, string>
  extraRoutes?: Route[]
  /** The deals of the demo beside its people. */
  demoDeals?: boolean
  redisPrefix?: string
  /** How a sign-in waits that the failures of others slow down; not at all unless told. */
  sleep?: Sleep
  onLog?: (line: string) => void
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it then asserts
  body: any
  headers: Record<string, string | string[] | number | undefined>
  /** The refresh cookie that the answer sets, if it sets one. */
  cookie: string | undefined
}

/** A whole service on a fresh database, whose clock the test moves. */
export interface TestService {
  send(method: string, path: string, sending?: Sending): Promise<Answer>
  /** Signs a demo person in. */
  signIn(name: string, ip?: string): Promise<Person>
  advance(milliseconds: number): void
  /** The mails that were sent, the oldest first. */
  mails(): Promise<string[]>
  sql<Row extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** The short-lived state of deals, where the service keeps it. */
  readonly state: KeyValue
  readonly service: Service
  /** The service's folder. */
  readonly dataDir: string
  /** Undefined: the service keeps its state in the database. */
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
 * States rules about the whole service, through its real routes, on one database: PostgreSQL where a server can be
 * reached, otherwise the embedded one. The SQL is the same; what hangs on the store itself takes `onEachService`.
 */
export const onService = (title: string, rules: Rules, options: Options = {}): void =>
  onDatabase(title, (kind) => stateRules(kind.place, rules, options))

/** The same on every database: for transactions, locks, search, and what upgrades or erases what is stored. */
export const onEachService = (title: string, rules: Rules, options: Options = {}): void =>
  onEachDatabase(title, (kind) => stateRules(kind.place, rules, options))

const hasRedis = await redisAvailable()

/** The same on the embedded database, and on PostgreSQL with Redis: for what is kept for a short time only. */
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
    const config = readConfig({ ...place.env, DEMO: 'on', ...options.env })
    const { onLog } = options
    const redisPrefix = place.redisPrefix ?? options.redisPrefix
    const log = onLog === undefined ? createLogger('silent') : createLogger('trace', { write: onLog })
    service = await compose(config, {
      log,
      now: () => new Date(Date.now() + ahead),
      sleep: options.sleep ?? (async () => {}),
      extraRoutes: options.extraRoutes ?? [],
      demoDeals: options.demoDeals ?? false,
      hashCost: cheapHashes,
      ...(redisPrefix === undefined ? {} : { redisPrefix }),
    })
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
 * An address that no other test of this process has, so that one test's failed sign-ins do not count against another's:
 * of addresses drawn at random, one in four thousand was an address that had used up its attempts.
 */
export const someIp = (): string => {
  addresses += 1
  return `10.${100 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Expects a refusal with its status and code. */
export const expectRefusal = (answer: Answer, status: number, code: string): void => {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  expect(typeof answer.body.detail).toBe('string')
}
