import { type DealStateKind, dealStateKinds } from '@deal-canvas/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { onEachKeyValue } from '../../testing/key-values.ts'
import type { Key } from './key-value.ts'
import { maxValueBytes } from './limits.ts'

const longMs = 600_000

onEachKeyValue('state of deals', (given) => {
  const { key, expired } = given
  const dealsWithState = async () => {
    const found: string[] = []
    for await (const deal of given.store.deals()) found.push(deal)
    return found
  }

  describe('key-value entries', () => {
    test.each([
      null,
      0,
      -1.5e-7,
      '',
      'U+0000 \0, half a pair \ud800, \u{1f600}',
      [],
      {},
      [1, [null, { a: false }]],
      { zebra: 1, apple: 2, __proto__x: { deep: ['…'] } },
    ])('returns %j unchanged', async (value) => {
      const version = await given.store.set(key(), value)
      expect(await given.store.get(key())).toEqual({ value, version })
    })

    test('returns nothing for a key that was never set', async () => {
      expect(await given.store.get(key())).toBeUndefined()
      expect(await given.store.delete(key())).toBe(false)
      expect(await given.store.touch(key(), longMs)).toBe(false)
    })

    test('returns the entries of many deals together and omits deals without one', async () => {
      const deals = [...'abc'].map((letter) => `${key().dealId}-${letter}`)
      const [a = '', b = '', c = ''] = deals
      const at = (dealId: string, id = 'one'): Key => ({ dealId, kind: 'intelligence', id })
      const version = await given.store.set(at(a), { n: 1 })
      await given.store.set(at(b, 'other'), 2)
      await given.store.set({ ...at(b), kind: 'session' }, 2)
      await given.store.set(at(c), 3, { ttlMs: 1 })
      await expired(at(c))
      const { getMany } = given.store
      expect(await getMany([...deals, ...deals], 'intelligence', 'one')).toEqual(
        new Map([[a, { value: { n: 1 }, version }]]),
      )
      expect(await getMany([], 'intelligence', 'one')).toEqual(new Map())
      await expect(getMany([a], 'intelligence', '')).rejects.toThrow(RangeError)
    })

    test('replaces the earlier value under a new version', async () => {
      const first = await given.store.set(key(), 1)
      const second = await given.store.set(key(), 2)
      expect(second).toBeGreaterThan(first)
      expect(await given.store.get(key())).toEqual({ value: 2, version: second })
    })

    test('keeps deals, kinds and ids apart, whatever characters they contain', async () => {
      const odd = [
        'a',
        'a:entry:b',
        '{a}',
        '}{',
        'a/b',
        '%7Ba%7D',
        ' ',
        '*',
        'é',
        '\u{1f600}',
        'x'.repeat(200),
        "'; --",
      ]
      const at = odd.flatMap((deal) =>
        odd.map((id): Key => ({ dealId: `${given.dealId}${deal}`, kind: id.length > 1 ? 'brush' : 'event', id })),
      )
      await Promise.all(at.map((each, place) => given.store.set(each, place)))
      const found = await Promise.all(at.map((each) => given.store.get(each)))
      expect(found.map((entry) => entry?.value)).toEqual(at.map((_, place) => place))
      expect(await dealsWithState()).toEqual(expect.arrayContaining(odd.map((deal) => `${given.dealId}${deal}`)))
    })

    test('stores a value of 512 KiB, and rejects a larger one without changing anything', async () => {
      const fits = 'x'.repeat(maxValueBytes - 2)
      await given.store.set(key(), fits)
      await expect(given.store.set(key(), `${fits}x`)).rejects.toThrow(/at most 524288 bytes/)
      await expect(given.store.compareAndSet(key('b'), undefined, `${fits}x`)).rejects.toThrow(/at most 524288 bytes/)
      expect((await given.store.get(key()))?.value).toBe(fits)
    })

    test.each([
      ['an empty id', { id: '' }],
      ['an id of 201 characters', { id: 'x'.repeat(201) }],
      ['an id with U+0000', { id: 'a\0' }],
      ['an id with an unpaired surrogate', { id: '\ud800' }],
      ['an empty deal id', { dealId: '' }],
      ['a deal id of 401 characters', { dealId: 'x'.repeat(401) }],
    ])('rejects %s', async (_, part) => {
      await expect(given.store.set({ ...key(), ...part }, 1)).rejects.toThrow(/characters|well-formed/)
      await expect(given.store.get({ ...key(), ...part })).rejects.toThrow(/characters|well-formed/)
    })

    test('rejects an unknown kind in every method that takes one', async () => {
      const unknown = 'mystery' as DealStateKind
      const { store } = given
      for (const attempt of [
        () => store.get(key('a', unknown)),
        () => store.set(key('a', unknown), 1),
        () => store.compareAndSet(key('a', unknown), undefined, 1),
        () => store.delete(key('a', unknown)),
        () => store.touch(key('a', unknown), longMs),
        () => store.acquire(key('a', unknown), 'ann', longMs),
        () => store.renew(key('a', unknown), 'ann', longMs),
        () => store.release(key('a', unknown), 'ann'),
        () => store.holder(key('a', unknown)),
        () => store.list(given.dealId, unknown, { limit: 1 }),
        () => store.deleteKinds([given.dealId], ['lock', unknown]),
      ])
        await expect(attempt()).rejects.toThrow('There is no state of the kind mystery')
      expect(await dealsWithState()).not.toContain(given.dealId)
    })

    test('rejects a value that is not JSON and an invalid lifetime', async () => {
      await expect(given.store.set(key(), undefined)).rejects.toThrow(/JSON/)
      for (const ttlMs of [0, -1, 1.5, Number.NaN])
        await expect(given.store.set(key(), 1, { ttlMs })).rejects.toThrow(/lifetime/)
      expect(await given.store.get(key())).toBeUndefined()
    })
  })

  describe('compare-and-set', () => {
    test('overwrites only the version it expects', async () => {
      const first = await given.store.set(key(), 1)
      const second = await given.store.compareAndSet(key(), first, 2)
      expect(second).toBeGreaterThan(first)
      expect(await given.store.compareAndSet(key(), first, 3)).toBeUndefined()
      expect(await given.store.get(key())).toEqual({ value: 2, version: second })
    })

    test('writes only if there is no entry when it expects none', async () => {
      const version = await given.store.compareAndSet(key(), undefined, 1)
      expect(await given.store.get(key())).toEqual({ value: 1, version })
      expect(await given.store.compareAndSet(key(), undefined, 2)).toBeUndefined()
      expect(await given.store.compareAndSet(key('b'), version, 2)).toBeUndefined()
    })

    test('never reuses a version for a new entry under the same key', async () => {
      const old = await given.store.set(key(), 1)
      await given.store.delete(key())
      await given.store.set(key(), 1)
      expect(await given.store.compareAndSet(key(), old, 2)).toBeUndefined()
    })

    test('lets exactly one of many concurrent compare-and-set calls win', async () => {
      const version = await given.store.set(key(), 'start')
      for (const expected of [version, undefined]) {
        if (expected === undefined) await given.store.delete(key())
        const won = await Promise.all(
          Array.from({ length: 20 }, (_, n) => given.store.compareAndSet(key(), expected, n)),
        )
        expect(won.filter((each) => each !== undefined)).toHaveLength(1)
      }
    })
  })

  describe('key-value expiry', () => {
    test('hides an expired entry from every method', async () => {
      const version = await given.store.set(key(), 1, { ttlMs: 20 })
      await given.store.set(key('stays'), 1)
      await expired(key())
      expect((await given.store.list(given.dealId, 'session', { limit: 10 })).map(({ id }) => id)).toEqual(['stays'])
      expect((await given.store.count(given.dealId)).session).toBe(1)
      expect(await given.store.compareAndSet(key(), version, 2)).toBeUndefined()
      expect(await given.store.touch(key(), longMs)).toBe(false)
      expect(await given.store.delete(key())).toBe(false)
      expect(await given.store.compareAndSet(key(), undefined, 2)).toBeDefined()
    })

    test('reports no state for a deal whose entries have all expired', async () => {
      await given.store.set(key(), 1, { ttlMs: 20 })
      await expired(key())
      expect(await dealsWithState()).not.toContain(given.dealId)
      expect((await given.store.deleteKinds([given.dealId], dealStateKinds)).session).toBe(0)
    })

    test('ignores the clock of the node', async () => {
      await given.store.set(key(), 1, { ttlMs: longMs })
      await given.store.acquire(key('a', 'lock'), 'ann', longMs)
      for (const offMs of [2 * longMs, -2 * longMs]) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs })
        onTestFinished(() => void vi.useRealTimers())
        expect(await given.store.get(key())).toBeDefined()
        expect(await given.store.acquire(key('a', 'lock'), 'bob', longMs)).toBeUndefined()
        await given.store.set(key('b'), 1, { ttlMs: 1 })
        await expired(key('b'))
        vi.useRealTimers()
      }
    })

    test('no longer expires a value that is set again without a lifetime', async () => {
      await given.store.set(key('sign'), 1, { ttlMs: 60 })
      await given.store.set(key(), 1, { ttlMs: 40 })
      await given.store.set(key(), 2)
      await expired(key('sign'))
      expect((await given.store.get(key()))?.value).toBe(2)
    })

    test('extends the life of an entry with touch and keeps its version', async () => {
      await given.store.set(key('sign'), 1, { ttlMs: 800 })
      const version = await given.store.set(key(), 1, { ttlMs: 750 })
      expect(await given.store.touch(key(), longMs)).toBe(true)
      await expired(key('sign'))
      expect(await given.store.get(key())).toEqual({ value: 1, version })
      expect((await given.store.count(given.dealId)).session).toBe(1)
    })
  })

  describe('key-value entries by deal', () => {
    test('lists entries page by page in byte order of their ids', async () => {
      const ids = ['a', 'B', 'é', 'z', 'Z', '_', '-', '10', '9', 'a b', 'ab', '\u{1f600}', '\uffee', '(', '[', '+']
      await Promise.all(ids.map((id) => given.store.set(key(id), id)))
      const seen: string[] = []
      for (let after: string | undefined; ; ) {
        const page = await given.store.list(given.dealId, 'session', {
          limit: 3,
          ...(after === undefined ? {} : { after }),
        })
        seen.push(...page.map(({ id }) => id))
        expect(page.every(({ id, value }) => id === value)).toBe(true)
        if (page.length < 3) break
        after = page.at(-1)?.id
      }
      expect(seen).toEqual(ids.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    })

    test('fills a page while there are more entries, even if earlier ones have expired', async () => {
      const ids = Array.from({ length: 30 }, (_, n) => `e${String(n).padStart(2, '0')}`)
      await Promise.all(ids.map((id, n) => given.store.set(key(id), n, n < 20 ? { ttlMs: 10 } : {})))
      await Promise.all(ids.slice(0, 20).map((id) => expired(key(id))))
      expect((await given.store.list(given.dealId, 'session', { limit: 5 })).map(({ id }) => id)).toEqual(
        ids.slice(20, 25),
      )
    })

    test('leaves other deals and kinds untouched in list, count and deleteKinds', async () => {
      const other = `${given.dealId}2`
      await given.store.set({ dealId: other, kind: 'session', id: 'a' }, 1)
      await given.store.set(key('a', 'checkpoint'), 1)
      expect(await given.store.list(given.dealId, 'session', { limit: 10 })).toEqual([])
      expect((await given.store.deleteKinds([given.dealId], ['session', 'lock'])).session).toBe(0)
      expect(await given.store.count(given.dealId)).toMatchObject({ checkpoint: 1, session: 0 })
      expect(await given.store.count(other)).toMatchObject({ session: 1 })
    })

    test('counts and deletes every kind, including leases, and deletes nothing the second time', async () => {
      for (const kind of dealStateKinds) await given.store.set(key('a', kind), kind)
      await given.store.acquire(key('b', 'lock'), 'me', longMs)
      await given.store.set(key('c', 'event'), 1)
      const expectedCounts = { ...Object.fromEntries(dealStateKinds.map((kind) => [kind, 1])), lock: 2, event: 2 }
      expect(await given.store.count(given.dealId)).toEqual(expectedCounts)
      expect(await dealsWithState()).toContain(given.dealId)
      expect(await given.store.deleteKinds([given.dealId], dealStateKinds)).toEqual(expectedCounts)
      const none = Object.fromEntries(dealStateKinds.map((kind) => [kind, 0]))
      expect(await given.store.count(given.dealId)).toEqual(none)
      expect(await given.store.deleteKinds([given.dealId], dealStateKinds)).toEqual(none)
      expect(await dealsWithState()).not.toContain(given.dealId)
    })

    test('deletes all entries when there are more than one batch', async () => {
      const ids = Array.from({ length: 1_203 }, (_, n) => `e${n}`)
      // Not all at once: they would wait for each other longer than a call may take.
      for (let from = 0; from < ids.length; from += 200)
        await Promise.all(ids.slice(from, from + 200).map((id) => given.store.set(key(id, 'event'), id)))
      expect((await given.store.deleteKinds([given.dealId], ['event'])).event).toBe(1_203)
      expect(await given.store.list(given.dealId, 'event', { limit: 1 })).toEqual([])
    })

    test('counts and deletes the entries of many deals at once, each deal separately', async () => {
      const deals = Array.from({ length: 60 }, (_, n) => `${given.dealId}-${n}`)
      // One deal after another: 1,770 calls at once wait for each other longer than a call may take.
      for (const [n, dealId] of deals.entries())
        await Promise.all(
          Array.from({ length: n }, (_, id) =>
            given.store.set({ dealId, kind: n % 2 ? 'lock' : 'brush', id: `${id}` }, 1),
          ),
        )
      const none = await given.store.count(given.dealId)
      const expected = deals.map((deal, n) => [deal, { ...none, [n % 2 ? 'lock' : 'brush']: n }] as const)
      const { countMany, deleteKinds } = given.store
      // The first deal has no entries, and a duplicate counts once.
      expect(await countMany([...deals, ...deals])).toEqual(new Map(expected.slice(1)))
      expect(await countMany([])).toEqual(new Map())
      expect(await deleteKinds([...deals.slice(0, 59), ...deals], ['lock', 'lock'])).toEqual({ ...none, lock: 900 })
      expect(await countMany(deals)).toEqual(new Map(expected.slice(1).filter((_, n) => n % 2 === 1)))
      expect(await deleteKinds(deals, dealStateKinds)).toEqual({ ...none, brush: 870 })
      expect(await deleteKinds([], dealStateKinds)).toEqual(none)
    })

    test('rejects more than a thousand deals at once', async () => {
      const deals = Array.from({ length: 1_001 }, (_, n) => `${given.dealId}-${n}`)
      await expect(given.store.countMany(deals)).rejects.toThrow(/At most 1000 deals/)
      await expect(given.store.deleteKinds(deals, ['lock'])).rejects.toThrow(/At most 1000 deals/)
    })

    test('lists each deal with state once', async () => {
      const deals = Array.from({ length: 12 }, (_, n) => `${given.dealId}-${n}`)
      for (const deal of deals)
        for (const kind of ['lock', 'brush', 'event'] as const)
          await given.store.set({ dealId: deal, kind, id: 'a' }, 1)
      expect((await dealsWithState()).filter((deal) => deals.includes(deal)).sort()).toEqual([...deals].sort())
    })
  })
})
