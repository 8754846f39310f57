import { dealStateKinds } from '@deal-canvas/contract'
import { expect, test } from 'vitest'
import { onEachKeyValue } from '../../testing/key-values.ts'

const longMs = 600_000

onEachKeyValue('leases', (given) => {
  const { key, expired } = given
  const lock = () => key('summary', 'lock')

  test('rejects a lease that another holder has', async () => {
    const granted = await given.store.acquire(lock(), 'ann', longMs)
    expect(granted?.fence).toBeGreaterThan(0)
    expect(await given.store.acquire(lock(), 'bob', longMs)).toBeUndefined()
    expect(await given.store.renew(lock(), 'bob', longMs)).toBe(false)
    expect(await given.store.release(lock(), 'bob')).toBe(false)
    expect(await given.store.holder(lock())).toEqual(granted)
  })

  test('extends a lease that is renewed or acquired again and keeps its fence', async () => {
    const sign = key('sign')
    const other = key('returns', 'lock')
    await given.store.set(sign, 1, { ttlMs: 800 })
    const renewed = await given.store.acquire(lock(), 'ann', 750)
    const again = await given.store.acquire(other, 'ann', 750)
    expect(await given.store.renew(lock(), 'ann', longMs)).toBe(true)
    expect(await given.store.acquire(other, 'ann', longMs)).toEqual(again)
    await expired(sign)
    expect(await given.store.holder(lock())).toEqual(renewed)
    expect(await given.store.holder(other)).toEqual(again)
  })

  test('frees an expired lease and grants it to the next holder under a higher fence', async () => {
    const first = await given.store.acquire(lock(), 'ann', 20)
    await expired(lock())
    expect(await given.store.holder(lock())).toBeUndefined()
    expect(await given.store.renew(lock(), 'ann', longMs)).toBe(false)
    expect(await given.store.release(lock(), 'ann')).toBe(false)
    const second = await given.store.acquire(lock(), 'bob', longMs)
    expect(second?.fence).toBeGreaterThan(first?.fence ?? Number.POSITIVE_INFINITY)
  })

  test('grants a higher fence to a holder who let the lease expire and returns', async () => {
    const first = await given.store.acquire(lock(), 'ann', 20)
    await expired(lock())
    const second = await given.store.acquire(lock(), 'ann', longMs)
    expect(second?.fence).toBeGreaterThan(first?.fence ?? Number.POSITIVE_INFINITY)
  })

  test('increases fences across release, deletion and purge', async () => {
    const fences: number[] = []
    const ends = [
      () => given.store.release(lock(), 'ann'),
      () => given.store.delete(lock()),
      () => given.store.deleteKinds([given.dealId], dealStateKinds),
    ]
    for (const end of [...ends, ...ends]) {
      fences.push((await given.store.acquire(lock(), 'ann', longMs))?.fence ?? 0)
      await end()
    }
    expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b))
  })

  test('grants a contested lease to one holder at a time, each under a higher fence', async () => {
    const fences: number[] = []
    let inside = 0
    const work = async (holder: string) => {
      for (let turns = 0; turns < 4; ) {
        const lease = await given.store.acquire(lock(), holder, longMs)
        if (lease === undefined) continue
        inside += 1
        fences.push(lease.fence)
        expect(await given.store.holder(lock())).toEqual(lease)
        expect(inside).toBe(1)
        inside -= 1
        turns += 1
        expect(await given.store.release(lock(), holder)).toBe(true)
      }
    }
    await Promise.all(['ann', 'bob', 'eve', 'joe'].map(work))
    expect(fences).toHaveLength(16)
    expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b))
  })

  test('lists a lease by its holder, and does not treat a value as a lease', async () => {
    const lease = await given.store.acquire(lock(), 'ann', longMs)
    expect(await given.store.list(given.dealId, 'lock', { limit: 5 })).toEqual([
      { id: 'summary', value: lease, version: lease?.fence },
    ])
    expect((await given.store.get(lock()))?.value).toEqual(lease)
    await given.store.set(lock(), 'a value')
    expect(await given.store.holder(lock())).toBeUndefined()
    expect(await given.store.renew(lock(), 'ann', longMs)).toBe(false)
    expect(await given.store.acquire(lock(), 'ann', longMs)).toBeUndefined()
  })
})
