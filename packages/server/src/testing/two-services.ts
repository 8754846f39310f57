import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import { compose, type Service } from '../compose.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../http/logger.ts'
import { cheapHashes } from './cheap-hashes.ts'
import { databaseKinds, type TestPlace } from './databases.ts'
import { redisAvailable, redisUrl } from './redis.ts'
import { reportMissing } from './report-missing.ts'
import type { TestService } from './service.ts'

export interface TwoServices {
  readonly here: Service
  readonly there: Service
  sql: TestService['sql']
  /** At one of them; the other knows the token as well. */
  signIn(name: string): Promise<{ token: string; userId: string }>
}

type Hearing = 'by PostgreSQL' | 'by Redis' | 'not at all'

const hasRedis = await redisAvailable()

/** States rules about two nodes on one database, by the ways in which they hear of one another. */
export const onTwoServices = (title: string, hearings: readonly Hearing[], rules: (app: TwoServices) => void): void => {
  const kind = databaseKinds.find(({ name }) => name === 'postgres')
  if (kind === undefined) {
    reportMissing(title, 'no PostgreSQL')
    return
  }
  describe.each(hearings)(`${title}, hearing of one another %s`, (hearing) => {
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
        // On different buses neither hears what the other says.
        const onRedis = hearing === 'by Redis' || (hearing === 'not at all' && isFirst)
        const env = { ...place.env, DEMO: 'on', ...(onRedis ? { REDIS_URL: redisUrl } : {}) }
        running.push(
          await compose(readConfig(env), {
            log: createLogger('silent'),
            demoDeals: false,
            hashCost: cheapHashes,
            redisPrefix,
          }),
        )
      }
    })
    afterAll(async () => {
      for (const service of running) await service.drain()
      await place.remove()
    })
    const one = (place: 0 | 1): Service => {
      const service = running[place]
      if (service === undefined) throw new Error('Nothing is running')
      return service
    }
    rules({
      get here() {
        return one(0)
      },
      get there() {
        return one(1)
      },
      sql: async (text, values = []) => (await one(0).database.query({ text, values })).rows as never,
      signIn: async (name) => {
        const payload = { email: `${name}@example.com`, password: 'deal-canvas-demo' }
        const body = (await one(0).app.inject({ method: 'POST', url: '/api/auth/login', payload })).json()
        return { token: body.access_token, userId: body.user.id }
      },
    })
  })
}
