import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../compose.ts'
import { databaseKinds, type TestPlace } from '../../testing/databases.ts'
import { openLive } from '../../testing/live-client.ts'
import { plantDeal } from '../../testing/planting.ts'
import { type OwnRedis, redisServerInstalled, startRedis } from '../../testing/redis-servers.ts'
import { reportMissing } from '../../testing/report-missing.ts'
import { startService } from '../../testing/start.ts'

const kind = databaseKinds.at(-1)
if (!redisServerInstalled() || kind === undefined) reportMissing('the live channel without Redis', 'no redis-server')
else
  describe('the live channel while Redis is down', () => {
    let redis: OwnRedis
    let place: TestPlace
    let service: Service
    beforeAll(async () => {
      redis = await startRedis()
      place = await kind.place()
      service = await startService({ ...place.env, DEMO: 'on', REDIS_URL: redis.url })
    })
    afterAll(async () => {
      await service?.drain()
      await redis?.close()
      await place?.remove()
    })

    it('keeps sending events without Redis, rejects locks, and asks clients to reconnect when Redis is back [LIVE-16]', async () => {
      const payload = { email: 'owner@example.com', password: 'deal-canvas-demo' }
      const { access_token: token, user } = (
        await service.app.inject({ method: 'POST', url: '/api/auth/login', payload })
      ).json()
      const deal = await plantDeal(
        { sql: async (text, values = []) => (await service.database.query({ text, values })).rows as never },
        { members: { [user.id]: 'owner' } },
      )
      const comment = () =>
        service.app.inject({
          method: 'POST',
          url: `/api/canvas/${deal}/comments`,
          headers: { authorization: `Bearer ${token}` },
          payload: { content: 'Still here' },
        })
      const before = await openLive(service.app, deal, token)
      await before.hears('resumed')
      await redis.kill()

      expect((await comment()).statusCode).toBe(201)
      await before.hears('event', ({ seq }) => seq === 1)
      before.say({ type: 'lock', section_key: 'summary' })
      expect(await before.hears('error')).toMatchObject({ code: 'store_unavailable', about: 'lock' })
      const during = await openLive(service.app, deal, token)
      await during.hears('resumed')
      expect((await comment()).statusCode).toBe(201)
      await during.hears('event', ({ seq }) => seq === 2)

      await redis.start()
      // Both joined in an epoch that Redis no longer knows.
      for (const client of [before, during]) expect((await client.closed).code).toBe(4410)
    }, 60_000)
  })
