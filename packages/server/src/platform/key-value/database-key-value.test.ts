import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { onEachDatabase, type TestDatabase } from '../../testing/databases.ts'
import { createDatabase, type Database } from '../database/database.ts'
import { createDatabaseKeyValue, type DatabaseKeyValue } from './database-key-value.ts'
import { createFences, createGivenFences } from './fences.ts'
import type { Key } from './key-value.ts'

onEachDatabase('key-value store in the database', ({ name, open }) => {
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

  test('shows writes inside their transaction and rolls them back with it', async () => {
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

  test('expires entries by the real clock inside a transaction', async () => {
    await opened.database.transaction(async () => {
      await store.set(key('a'), 1, { ttlMs: 20 })
      await vi.waitUntil(async () => (await store.get(key('a'))) === undefined, { timeout: 5_000, interval: 5 })
    })
  })

  test('sweeps expired entries and nothing else', async () => {
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

  test('sweeps many batches in one call, up to its limit', async () => {
    const text = `INSERT INTO key_values (deal_id, kind, id, version, value, expires_at)
      SELECT 'deal', 'event', n::text, n, '1', now() - interval '1 second' FROM generate_series(1, 20500) n`
    await opened.database.query({ text })
    expect(await store.sweep()).toBe(20_000)
    expect(await store.sweep()).toBe(500)
  })

  test('draws fencing numbers and lease fences from one sequence that only increases', async () => {
    const nextFence = createFences(opened)
    const first = await nextFence()
    const lease = await store.acquire(key('a'), 'ann', 60_000)
    const second = await nextFence()
    expect(lease?.fence).toBeGreaterThan(first)
    expect(second).toBeGreaterThan(lease?.fence ?? Number.POSITIVE_INFINITY)
  })

  test('knows that a fencing number was issued as soon as it is drawn, and no higher one', async () => {
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

  test('lists deals page by page, even when whole pages have expired', async () => {
    const text = `INSERT INTO key_values (deal_id, kind, id, version, value, expires_at)
      SELECT 'deal-' || n, kind, '1', n, '1', CASE WHEN n % 1200 <> 0 THEN now() - interval '1 second' END
      FROM generate_series(1, 2400) n, unnest(ARRAY['event', 'lock']) kind`
    await opened.database.query({ text })
    const deals: string[] = []
    for await (const deal of store.deals()) deals.push(deal)
    expect(deals).toEqual(['deal-1200', 'deal-2400'])
  })

  // The embedded database has a single session, so nothing ever waits for another session.
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

    test('draws a fence only after waiting for the lock, so that it is never too old', async () => {
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

    test('waits during a purge for concurrent changes and deletions, and leaves no entry', async () => {
      const second = openSecond()
      const text = `INSERT INTO key_values (deal_id, kind, id, version, value)
        SELECT 'deal', 'event', lpad(n::text, 4, '0'), n, '1' FROM generate_series(1, 1500) n`
      await opened.database.query({ text })
      const purge = await opened.database.transaction(async () => {
        // More than one batch is deleted while the purge waits, and one entry gets a new version.
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
