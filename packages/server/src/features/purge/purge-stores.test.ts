import { type DealStateKind, dealStateKinds } from '@deal-canvas/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDatabaseKeyValue } from '../../platform/key-value/database-key-value.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import { createRedisKeyValue } from '../../platform/key-value/redis-key-value.ts'
import { createRedis } from '../../platform/redis/redis.ts'
import { plantDeal } from '../../testing/planting.ts'
import { actorOf, anotherPurge, plantState, purgeAs, purgeOfAll } from '../../testing/purging.ts'
import { leftovers, nobodys, type RawKey, readRawKeys, readRawRows } from '../../testing/raw-state.ts'
import { openTestRedis, redisAvailable, redisUrl } from '../../testing/redis.ts'
import { redisServerInstalled, startRedis, startRedisCluster } from '../../testing/redis-servers.ts'
import { reportMissing } from '../../testing/report-missing.ts'
import { expectRefusal, onService, type Person, type TestService } from '../../testing/service.ts'

/** A state store as used by the service, and its raw content. */
interface Store {
  state: KeyValue
  raw(): Promise<RawKey[]>
  /** Writes a key that belongs to no kind, bypassing the port. Returns its name and a function to remove it. */
  plantUnowned(): Promise<{ name: string; remove(): Promise<unknown> }>
}

const everyKind = Object.fromEntries(dealStateKinds.map((kind) => [kind, 1])) as Record<DealStateKind, number>
const everything = { mode: 'all', dry_run: false, include_checkpoints: true }

const rules = (app: TestService, open: () => Store): void => {
  let superadmin: Person
  let store: Store
  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
    store = open()
  })
  const purge = (body: unknown) => purgeAs(superadmin, body)

  it('removes state of every kind and leaves no key without a kind', async () => {
    const deal = await plantDeal(app)
    for (const dealId of [deal, 'reserved', '{*}: %']) await plantState(store.state, dealId, everyKind)
    await store.state.acquire({ dealId: deal, kind: 'lock', id: 'lease' }, 'ann', 600_000)
    await store.state.set({ dealId: deal, kind: 'presence', id: 'leaving' }, 1, { ttlMs: 600_000 })
    const planted = await store.raw()
    expect(new Set(planted.map(({ owner }) => owner))).toEqual(
      new Set([
        ...dealStateKinds,
        ...planted.flatMap(({ owner }) => (owner === 'fence' || owner === 'limit' ? owner : [])),
      ]),
    )
    expect(nobodys(planted)).toEqual([])
    expect((await purge(everything)).body).toMatchObject({
      deals_total: 3,
      totals: { ...Object.fromEntries(dealStateKinds.map((kind) => [kind, 3])), lock: 4, presence: 4 },
      purged_keys: 35,
    })
    expect(leftovers(await store.raw())).toEqual([])
  })

  it('detects state that a feature stores under an undeclared kind', async () => {
    const { name, remove } = await store.plantUnowned()
    expect((await purge(everything)).status).toBe(200)
    expect(nobodys(await store.raw())).toEqual([name])
    expect(leftovers(await store.raw())).toEqual([name])
    await remove()
    expect(nobodys(await store.raw())).toEqual([])
  })

  it('removes and counts the state of a single deal', async () => {
    await plantState(store.state, 'one', { session: 450, checkpoint: 1, brush: 2 })
    await plantState(store.state, 'other', { session: 1 })
    const report = {
      deals: [{ deal_id: 'one', org_id: null, keys: { session: 450, brush: 2 }, kept_checkpoints: 1 }],
      deals_total: 1,
      totals: { session: 450, brush: 2 },
    }
    const body = { mode: 'by_deal', deal_id: 'one' }
    expect((await purge(body)).body).toMatchObject({ ...report, purged_keys: 0 })
    expect((await purge({ ...body, dry_run: false })).body).toMatchObject({ ...report, purged_keys: 452 })
    expect(await store.state.countMany(['one', 'other'])).toEqual(
      new Map([
        ['one', expect.objectContaining({ checkpoint: 1, session: 0, brush: 0 })],
        ['other', expect.objectContaining({ session: 1 })],
      ]),
    )
    await purge(everything)
  })

  it('purges all deals page by page, skips active ones, and can be interrupted and resumed', async () => {
    const deals = Array.from({ length: 230 }, (_, n) => `deal-${n}`)
    await Promise.all(deals.map((deal) => plantState(store.state, deal, { event: 1, checkpoint: 1 })))
    await plantState(store.state, 'present', { event: 1, presence: 1 })
    const dying: KeyValue = {
      ...store.state,
      deleteKinds: async ([first, second, ...rest], kinds) => {
        await store.state.deleteKinds([first ?? '', second ?? ''], kinds)
        throw new Error(`killed before ${rest.length} others`)
      },
    }
    const cutOff = anotherPurge(app, dying).run(actorOf(superadmin), { ...purgeOfAll, excludeActiveWithinSecs: 0 })
    await expect(cutOff).rejects.toThrow(/killed/)
    const { body } = await purge({ mode: 'all', dry_run: false, exclude_active_within_secs: 0 })
    expect(body).toMatchObject({ resumed: true, deals_total: 231, totals: { event: 230 }, purged_keys: 230 })
    expect(body.deals.filter((deal: { skipped?: string }) => deal.skipped)).toMatchObject([{ deal_id: 'present' }])
    expect(body.deals.filter((deal: { kept_checkpoints: number }) => deal.kept_checkpoints === 1)).toHaveLength(230)
    expect((await purge(everything)).body).toMatchObject({ totals: { checkpoint: 230, event: 1, presence: 1 } })
    expect(leftovers(await store.raw())).toEqual([])
  })
}

const redisStore = (redis: ReturnType<typeof createRedis>, prefix: string): Store => {
  let fence = 0
  return {
    state: createRedisKeyValue({ redis, prefix, nextFence: async () => ++fence }),
    raw: () => readRawKeys(redis, prefix),
    plantUnowned: async () => {
      const name = `${prefix}{some-deal}:mystery:entry:a`
      await redis.command(name, ['SET', name, '1'])
      return { name, remove: () => redis.command(name, ['DEL', name]) }
    },
  }
}

onService('purge of state in the database', (app) => {
  rules(app, () => ({
    state: createDatabaseKeyValue(app.service),
    raw: () => readRawRows(app.service.database),
    plantUnowned: async () => {
      await app.sql(
        `INSERT INTO key_values (deal_id, kind, id, version, value) VALUES ('some-deal', 'mystery', 'a', 1, '1')`,
      )
      return { name: 'some-deal mystery a', remove: () => app.sql(`DELETE FROM key_values WHERE kind = 'mystery'`) }
    },
  }))
})

if (!(await redisAvailable())) reportMissing('a purge of state in Redis', `nobody answers at ${new URL(redisUrl).host}`)
else {
  const { redis, prefix, close } = openTestRedis()
  afterAll(close)
  onService('purge of state in Redis', (app) => rules(app, () => redisStore(redis, prefix)), {
    env: { REDIS_URL: redisUrl },
    redisPrefix: prefix,
  })
}

if (!redisServerInstalled()) reportMissing('a purge on a Redis of its own', 'redis-server is not installed')
else {
  const prefix = 'deal-canvas:'
  const cluster = await startRedisCluster()
  const clustered = createRedis({ url: cluster.url, cluster: true, onLost: () => undefined })
  const server = await startRedis()
  const single = createRedis({ url: server.url, cluster: false, onLost: () => undefined })
  afterAll(async () => {
    for (const close of [clustered.close, cluster.close, single.close, server.close]) await close()
  })

  onService('purge of state in a Redis cluster', (app) => rules(app, () => redisStore(clustered, prefix)), {
    env: { REDIS_URL: cluster.url, REDIS_CLUSTER: 'on' },
  })

  /** The commands that a server has run since the last call, including those inside scripts. */
  const commandsSince = async () => {
    const stats = String(await single.command('', ['INFO', 'commandstats']))
    await single.command('', ['CONFIG', 'RESETSTAT'])
    return [...stats.matchAll(/cmdstat_([\w|]+):/g)].map(([, name]) => name ?? '')
  }

  onService(
    'Redis commands of a purge',
    (app) => {
      const { state, raw } = redisStore(single, prefix)
      let superadmin: Person
      beforeAll(async () => {
        superadmin = await app.signIn('superadmin')
      })

      it('scans only for a purge of all deals, and never uses KEYS or FLUSH', async () => {
        await plantState(state, 'one', everyKind)
        await plantState(state, 'two', everyKind)
        await commandsSince()
        const one = { mode: 'by_deal', deal_id: 'one', include_checkpoints: true }
        for (const dry_run of [true, false]) await purgeAs(superadmin, { ...one, dry_run })
        const byDeal = await commandsSince()
        for (const dry_run of [true, false]) await purgeAs(superadmin, { ...everything, dry_run })
        const all = await commandsSince()
        expect(byDeal).toContain('unlink')
        expect(byDeal).not.toContain('scan')
        expect(all).toEqual(expect.arrayContaining(['scan', 'unlink']))
        expect([...byDeal, ...all].filter((name) => /^(keys|flush\w*|del|randomkey)$/.test(name))).toEqual([])
        expect(leftovers(await raw())).toEqual([])
      })

      it('touches no other keys in Redis', async () => {
        const others = [
          'another-service:{one}:lock:ids',
          'deal-canvas-else:{one}:lock:ids',
          `${prefix}limit:write:someone`,
        ]
        for (const name of others) await single.command(name, ['SET', name, '1'])
        await plantState(state, 'one', everyKind)
        expect((await purgeAs(superadmin, everything)).body.purged_keys).toBe(dealStateKinds.length)
        for (const name of others) expect(await single.command(name, ['GET', name])).toBe('1')
      })

      it('rejects a purge while Redis is down, and continues when it is back', async () => {
        await server.kill()
        for (const body of [everything, { mode: 'by_deal', deal_id: 'one' }])
          expectRefusal(await purgeAs(superadmin, body), 503, 'store_unavailable')
        await server.start()
        await vi.waitFor(() => single.ping(), { timeout: 10_000 })
        await plantState(state, 'one', { lock: 1 })
        const { body } = await vi.waitUntil(
          async () => {
            const answer = await purgeAs(superadmin, everything)
            return answer.status === 200 && answer
          },
          { timeout: 10_000 },
        )
        expect(body).toMatchObject({ resumed: true, purged_keys: 1 })
      })
    },
    { env: { REDIS_URL: server.url } },
  )
}
