import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Service } from '../compose.ts'
import { databaseKinds, type TestPlace } from './databases.ts'
import { redisAvailable, redisUrl } from './redis.ts'
import { reportMissing } from './report-missing.ts'
import type { TestService } from './service.ts'
import { startService } from './start.ts'

export interface TwoServices {
  readonly here: Service
  readonly there: Service
  sql: TestService['sql']
  /** Signs in at one node; the other accepts the token as well. */
  signIn(name: string): Promise<{ token: string; userId: string }>
}

type Hearing = 'by PostgreSQL' | 'by Redis' | 'not at all'

const hasRedis = await redisAvailable()

/** Tests two nodes on one database, for each way in which they notify each other. */
export const onTwoServices = (title: string, hearings: readonly Hearing[], rules: (app: TwoServices) => void): void => {
  const kind = databaseKinds.find(({ name }) => name === 'postgres')
  if (kind === undefined) {
    reportMissing(title, 'no PostgreSQL')
    return
  }
  describe.each(hearings)(`${title}, nodes notified %s`, (hearing) => {
    if (!hasRedis && hearing !== 'by PostgreSQL') {
      reportMissing(title, 'no Redis')
      return
    }
    let place: TestPlace
    const running: Service[] = []
    beforeAll(async () => {
      place = await kind.place()
      const redisPrefix = `test-${randomBytes(6).toString('hex')}:`
      for (const isFirst of [true, false]) {
        // On different buses the nodes do not receive each other's messages.
        const onRedis = hearing === 'by Redis' || (hearing === 'not at all' && isFirst)
        const env = { ...place.env, DEMO: 'on', ...(onRedis ? { REDIS_URL: redisUrl } : {}) }
        running.push(await startService(env, { redisPrefix }))
      }
    })
    afterAll(async () => {
      for (const service of running) await service.drain()
      await place.remove()
    })
    const serviceAt = (place: 0 | 1): Service => {
      const service = running[place]
      if (service === undefined) throw new Error('Nothing is running')
      return service
    }
    rules({
      get here() {
        return serviceAt(0)
      },
      get there() {
        return serviceAt(1)
      },
      sql: async (text, values = []) => (await serviceAt(0).database.query({ text, values })).rows as never,
      signIn: async (name) => {
        const payload = { email: `${name}@example.com`, password: 'deal-canvas-demo' }
        const body = (await serviceAt(0).app.inject({ method: 'POST', url: '/api/auth/login', payload })).json()
        return { token: body.access_token, userId: body.user.id }
      },
    })
  })
}
