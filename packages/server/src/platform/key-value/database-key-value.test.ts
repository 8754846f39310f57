import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { onEachDatabase, type TestDatabase } from '../../testing/databases.ts'
import { createDatabase, type Database } from '../database/database.ts'
import { createDatabaseKeyValue, type DatabaseKeyValue } from './database-key-value.ts'
import { createFences, createGivenFences } from './fences.ts'
import type { Key } from './key-value.ts'

onEachDatabase('key-value in the database', ({ name, open }) => {
  let opened: TestDatabase
  let store: DatabaseKeyValue
  beforeAll(async () => {
    opened = await open()
    store = createDatabaseKeyValue(opened)
  })
  afterAll(() => opened?.close())
  beforeEach(() => opened.database.query({ text: 'TRUNCATE key_values' }))

  const key = (id: string): Key => ({ dealId: 'deal', kind: 'lock', id })
  const rows = async () => {
    const { rows: found } = await opened.database.query<{ id: string }>({
      text: 'SELECT id FROM key_values ORDER BY id',
    })
    return found.map(({ id }) => id)
  }

  test('what is written in a transaction is seen inside it and vanishes with it', async () => {
    await store.set(key('before'), 1)
    const work = opened.database.transaction(async () => {
      await store.set(key('a'), 1)
      await store.compareAndSet(key('b'), undefined, 1)
      await store.acquire(key('c'), 'ann', 60_000)
      expect(await store.delete(key('before'))).toBe(true)
      expect(await store.count('deal')).toMatchObject({ lock: 3 })
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await rows()).toEqual(['before'])
  })

  test('time goes on inside a transaction', async () => {
    await opened.database.transaction(async () => {
      await store.set(key('a'), 1, { ttlMs: 20 })
      await vi.waitUntil(async () => (await store.get(key('a'))) === undefined, { timeout: 5_000, interval: 5 })
    })
  })

  test('a sweep removes what has expired and nothing else', async () => {
    await store.set(key('forever'), 1)
    await store.set(key('long'), 1, { ttlMs: 60_000 })
    await store.set(key('short'), 1, { ttlMs: 5 })
    await store.acquire(key('lease'), 'ann', 5)
    await vi.waitUntil(async () => (await store.count('deal')).lock === 2, { timeout: 5_000, interval: 5 })
    expect(await rows()).toEqual(['forever', 'lease', 'long', 'short'])
    expect(await store.sweep()).toBe(2)
    expect(await rows()).toEqual(['forever', 'long'])
    expect(await store.sweep()).toBe(0)
  })

  test('one sweep removes many batches, but no more than its bound', async () => {
    const text = `INSERT INTO key_values (deal_id, kind, id, version, value, expires_at)
      SELECT 'deal', 'event', n::text, n, '1', now() - interval '1 second' FROM generate_series(1, 20500) n`
    await opened.database.query({ text })
    expect(await store.sweep()).toBe(20_000)
    expect(await store.sweep()).toBe(500)
  })

  test('fencing numbers and the fences of leases come from one source that only rises', async () => {
    const nextFence = createFences(opened)
    const first = await nextFence()
    const lease = await store.acquire(key('a'), 'ann', 60_000)
    const second = await nextFence()
    expect(lease?.fence).toBeGreaterThan(first)
    expect(second).toBeGreaterThan(lease?.fence ?? Number.POSITIVE_INFINITY)
  })

  test('a number is known as given from the moment it is drawn, by whomever, and no higher one is', async () => {
    await opened.database.query({ text: 'ALTER SEQUENCE key_value_numbers RESTART' })
    const wasGiven = createGivenFences(opened)
    expect([await wasGiven(0), await wasGiven(1)]).toEqual([true, false])
    const first = await createFences(opened)()
    expect([await wasGiven(first), await wasGiven(first + 1)]).toEqual([true, false])
    const { drawn, inside } = await opened.database.transaction(async () => {
      const drawn = await createFences(opened)()
      return { drawn, inside: await wasGiven(drawn) }
    })
    const fence = (await store.acquire(key('a'), 'ann', 60_000))?.fence ?? 0
    expect([inside, await wasGiven(drawn), await wasGiven(fence), await wasGiven(fence + 1)]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('deals are told page by page, also where whole pages of them have expired', async () => {
    const text = `INSERT INTO key_values (deal_id, kind, id, version, value, expires_at)
      SELECT 'deal-' || n, kind, '1', n, '1', CASE WHEN n % 1200 <> 0 THEN now() - interval '1 second' END
      FROM generate_series(1, 2400) n, unnest(ARRAY['event', 'lock']) kind`
    await opened.database.query({ text })
    const deals: string[] = []
    for await (const deal of store.deals()) deals.push(deal)
    expect(deals).toEqual(['deal-1200', 'deal-2400'])
  })

  // The embedded database has one session: nobody ever waits there for another.
  if (name === 'postgres') {
    const openSecond = () => {
      const second = createDatabase({
        connection: opened.connection,
        poolSize: 2,
        statementTimeoutMs: 10_000,
        onLost: () => undefined,
        onEffectFailed: () => undefined,
      })
      onTestFinished(() => second.close())
      return second
    }
    const waiting = (second: Database, locktypes: string) =>
      vi.waitUntil(
        async () =>
          (
            await second.query({
              text: `SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
                WHERE locktype = ANY($1) AND NOT granted AND datname = current_database()`,
              values: [locktypes.split(' ')],
            })
          ).rowCount === 1,
        { timeout: 5_000 },
      )

    test('a number drawn while waiting for another’s turn would be too old: it is drawn afterwards', async () => {
      const second = openSecond()
      const { drawn, bob } = await opened.database.transaction(async () => {
        await store.acquire(key('a'), 'ann', 60_000)
        const acquiring = createDatabaseKeyValue({ database: second }).acquire(key('a'), 'bob', 60_000)
        await waiting(second, 'advisory')
        await store.release(key('a'), 'ann')
        return { drawn: await createFences(opened)(), bob: { acquiring } }
      })
      expect((await bob.acquiring)?.fence).toBeGreaterThan(drawn)
    })

    test('a purge of entries that another is changing or deleting waits, and leaves none of them', async () => {
      const second = openSecond()
      const text = `INSERT INTO key_values (deal_id, kind, id, version, value)
        SELECT 'deal', 'event', lpad(n::text, 4, '0'), n, '1' FROM generate_series(1, 1500) n`
      await opened.database.query({ text })
      const purge = await opened.database.transaction(async () => {
        // More than a batch is gone while the purge waits; one entry has a new version.
        await store.set({ dealId: 'deal', kind: 'event', id: '1499' }, 2)
        await opened.database.query({ text: `DELETE FROM key_values WHERE id < '1100'` })
        const deleting = createDatabaseKeyValue({ database: second }).deleteKinds(['deal'], ['event'])
        await waiting(second, 'transactionid tuple')
        return { deleting }
      })
      expect((await purge.deleting).event).toBe(401)
      expect(await rows()).toEqual([])
    })
  }
})
