// Measures how long a purge of all deals takes and whether it slows down other requests. Creates state, requests a dry
// run and the real purge, and meanwhile sends another user's requests every 20 ms.
//
//   node bench/purge.mjs [--deals 10000] [--database-url postgres://… (an empty database)] [--redis-url redis://… (an empty one)]
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { call, makePlace, printFacts, quantile, signIn, startServer } from '@deal-canvas/proof/server'

const { values } = parseArgs({
  options: {
    deals: { type: 'string', default: '10000' },
    'database-url': { type: 'string' },
    'redis-url': { type: 'string' },
  },
})
const [deals, databaseUrl, redisUrl] = [Number(values.deals), values['database-url'], values['redis-url']]
const kinds = ['session', 'event', 'digitization', 'readiness', 'brush']
printFacts(databaseUrl)

const built = (path) => import(new URL(`../packages/server/dist/platform/${path}`, import.meta.url).href)

const plantRows = async (folder) => {
  const { openEmbedded, openPostgres } = await built('database/open-database.js')
  const onError = (error) => console.error(error)
  const { database, close } = databaseUrl
    ? await openPostgres({ url: databaseUrl, onError })
    : await openEmbedded({ folder, onError })
  await database.query({
    text: `INSERT INTO key_values (deal_id, kind, id, version, value)
      SELECT 'deal-' || n, kind, 'a', n, '{"n":1}' FROM generate_series(1, $1::int) n, unnest($2::text[]) kind`,
    values: [deals, kinds],
  })
  await close()
}

const plantKeys = async () => {
  const { createRedis } = await built('redis/redis.js')
  const { createRedisKeyValue } = await built('key-value/redis-key-value.js')
  const redis = createRedis({ url: redisUrl, cluster: false, onLost: (error) => console.error(error) })
  const state = createRedisKeyValue({ redis, prefix: 'deal-canvas:', nextFence: async () => 1 })
  for (let n = 0; n < deals; n += 100) {
    const some = Array.from({ length: Math.min(100, deals - n) }, (_, place) => `deal-${n + place}`)
    await Promise.all(some.flatMap((dealId) => kinds.map((kind) => state.set({ dealId, kind, id: 'a' }, { n: 1 }))))
  }
  await redis.close()
}

const place = await makePlace({ databaseUrl })
if (redisUrl) await plantKeys()
else await plantRows(place.env.DATA_DIR)
const server = await startServer({ env: { ...place.env, ...(redisUrl ? { REDIS_URL: redisUrl } : {}) } })
const { token } = await signIn(server.url, 'superadmin@example.com')
const reader = await signIn(server.url, 'owner@example.com')

/** Sends requests while the work runs; returns the response times. */
const watch = async (path, working) => {
  const times = []
  while (working.now) {
    const sent = performance.now()
    await call(server.url, 'GET', path, { token: reader.token })
    times.push(performance.now() - sent)
    await pause(20)
  }
  return times
}

const show = (times) => `p50 ${quantile(times, 0.5).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`
console.log(`${deals} deals x ${kinds.length} keys in ${redisUrl ? 'Redis' : 'the database'}`)
let isWhole = true
for (const dry_run of [true, false]) {
  const working = { now: true }
  const others = Promise.all([watch('/healthz', working), watch('/api/auth/me', working)])
  const begun = performance.now()
  const { status, body } = await call(server.url, 'POST', '/api/superadmin/purge_deals', {
    token,
    body: { mode: 'all', dry_run },
  })
  const took = performance.now() - begun
  working.now = false
  const [health, reads] = await others
  if (status !== 200) throw new Error(`The purge was answered with ${status} ${JSON.stringify(body)}`)
  isWhole &&= body.deals_total === deals && body.purged_keys === (dry_run ? 0 : deals * kinds.length)
  const name = (dry_run ? 'dry run' : 'purge').padEnd(8)
  console.log(`${name} ${Math.round(took)} ms, ${Math.round((deals * kinds.length * 1000) / took)} keys/s`)
  console.log(`  meanwhile GET /healthz ${show(health)}; GET /api/auth/me ${show(reads)}`)
}
await server.stop()
await place.remove()
console.log(isWhole ? 'every deal and key was counted' : 'WRONG: the report is not whole')
process.exit(isWhole ? 0 : 1)
