// PostgreSQL and Redis killed repeatedly, and Redis down for a minute, while people write.
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres, startRedis } from './own-stores.mjs'
import { makePlace } from './server.mjs'
import { underFault } from './store-faults.mjs'

export const title = 'Restarts of the stores under write load'

export const prove = async ({ quick, say }) => {
  const [restarts, awayMs] = quick ? [2, 10_000] : [10, 60_000]
  const postgres = await startPostgres()
  const redis = await startRedis()
  const place = await makePlace({ databaseUrl: postgres.url })
  const env = { ...place.env, REDIS_URL: redis.url }

  const restart = (server, afterMs) => async () => {
    await server.stop()
    await pause(afterMs)
    await server.start()
  }
  try {
    const onPostgres = await underFault(
      {
        where: 'PostgreSQL restarts',
        store: 'database',
        env,
        maxMs: { ready: 5_000, writing: 10_000 },
        goesOn: false,
        say,
      },
      async (fault) => {
        for (let count = 0; count < restarts; count++) {
          await pause(500 + Math.random() * 1_500)
          await fault('immediate restart', restart(postgres, 0))
        }
      },
    )
    const onRedis = await underFault(
      { where: 'Redis restarts', store: 'redis', env, maxMs: { ready: 5_000, writing: 10_000 }, goesOn: true, say },
      async (fault) => {
        for (let count = 0; count < restarts; count++) {
          await pause(500 + Math.random() * 1_500)
          await fault('restart', restart(redis, 500))
        }
        await fault(`away for ${awayMs / 1_000} s`, restart(redis, awayMs))
      },
    )
    return { rows: [...onPostgres.rows, ...onRedis.rows], notes: [...onPostgres.notes, ...onRedis.notes] }
  } finally {
    await place.remove()
    await redis.remove()
    await postgres.remove()
  }
}
