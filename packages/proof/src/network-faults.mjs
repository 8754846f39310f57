// Network faults, one after another on the connection to each store, while people write.
import { setTimeout as pause } from 'node:timers/promises'
import { faults, startFaultyProxy } from './faulty-proxy.mjs'
import { startPostgres, startRedis } from './own-stores.mjs'
import { makePlace } from './server.mjs'
import { underFault } from './store-faults.mjs'

export const title = 'Network faults under write load'

export const prove = async ({ quick, say }) => {
  const faultMs = quick ? 2_000 : 6_000
  const postgres = await startPostgres()
  const redis = await startRedis()
  const toPostgres = await startFaultyProxy(postgres.port)
  const toRedis = await startFaultyProxy(redis.port)
  const through = (url, { port }) => Object.assign(new URL(url), { port: String(port) }).href
  const place = await makePlace({ databaseUrl: through(postgres.url, toPostgres) })
  const env = { ...place.env, REDIS_URL: through(redis.url, toRedis) }

  const eachFault = (proxy) => async (fault) => {
    for (const name of Object.keys(faults)) {
      await fault(name, async () => {
        await proxy.begin(name)
        await pause(faultMs)
        return proxy.end()
      })
    }
  }
  try {
    const onPostgres = await underFault(
      {
        where: 'network to PostgreSQL',
        store: 'database',
        env,
        maxMs: { ready: 30_000, writing: 60_000 },
        goesOn: false,
        say,
      },
      eachFault(toPostgres),
    )
    const onRedis = await underFault(
      { where: 'network to Redis', store: 'redis', env, maxMs: { ready: 15_000, writing: 15_000 }, goesOn: true, say },
      eachFault(toRedis),
    )
    return { rows: [...onPostgres.rows, ...onRedis.rows], notes: [...onPostgres.notes, ...onRedis.notes] }
  } finally {
    await place.remove()
    toPostgres.close()
    toRedis.close()
    await redis.remove()
    await postgres.remove()
  }
}
