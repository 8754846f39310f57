import type { DealEvent } from '@deal-canvas/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catchUp } from './catch-up.ts'

const entry = (seq: number): DealEvent => ({ seq, ts: '', kind: 'activity', type: 'x', actor_id: null, data: {} })

/** A journal of so many entries, read so many at a time. */
const journal = (length: number, limit: number) => async (since: number) => {
  const events = Array.from({ length: Math.min(limit, length - since) }, (_, n) => entry(since + 1 + n))
  const next_since = since + events.length
  return { events, next_since, has_more: next_since < length, epoch: 'e', recovered: true }
}

test('every entry after the last that is known comes once and in order, however it is parted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(300),
      fc.nat(300),
      fc.nat(50),
      fc.integer({ min: 1, max: 100 }),
      async (a, b, more, limit) => {
        const [since, upTo] = [Math.min(a, b), Math.max(a, b)]
        const told: number[] = []
        const closes = await catchUp(
          { since, upTo },
          { read: journal(upTo + more, limit), tell: ({ seq }) => told.push(seq), isWanted: () => true },
        )
        expect(closes).toBe(true)
        expect(told).toEqual(Array.from({ length: told.length }, (_, n) => since + 1 + n))
        expect(told.length).toBeGreaterThanOrEqual(upTo - since)
      },
    ),
  )
})

test('a gap that cannot be closed is told', async () => {
  const other = async () => ({ events: [], next_since: 9, has_more: false, epoch: 'f', recovered: false })
  const deps = { tell: () => undefined, isWanted: () => true }
  expect(await catchUp({ since: 3, upTo: 9 }, { ...deps, read: other })).toBe(false)
  expect(await catchUp({ since: 3, upTo: 9 }, { ...deps, read: journal(5, 10) })).toBe(false)
})

test('nothing is told any more once nobody waits for it', async () => {
  const told: number[] = []
  const deps = { read: journal(9, 2), tell: ({ seq }: DealEvent) => told.push(seq) }
  await catchUp({ since: 0, upTo: 9 }, { ...deps, isWanted: () => told.length < 4 })
  expect(told).toEqual([1, 2, 3, 4])
})
