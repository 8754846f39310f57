import type { DealEvent } from '@deal-canvas/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catchUp } from './catch-up.ts'

const entry = (seq: number): DealEvent => ({ seq, ts: '', kind: 'activity', type: 'x', actor_id: null, data: {} })

/** An audit trail of the given length, read in pages of the given size. */
const journal = (length: number, limit: number) => async (since: number) => {
  const events = Array.from({ length: Math.min(limit, length - since) }, (_, n) => entry(since + 1 + n))
  const next_since = since + events.length
  return { events, next_since, has_more: next_since < length, epoch: 'e', recovered: true }
}

test('delivers every event after the last known one once and in order, whatever the page size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(300),
      fc.nat(300),
      fc.nat(50),
      fc.integer({ min: 1, max: 100 }),
      async (a, b, more, limit) => {
        const [since, upTo] = [Math.min(a, b), Math.max(a, b)]
        const received: number[] = []
        const closes = await catchUp(
          { since, upTo },
          { read: journal(upTo + more, limit), tell: ({ seq }) => received.push(seq), isWanted: () => true },
        )
        expect(closes).toBe(true)
        expect(received).toEqual(Array.from({ length: received.length }, (_, n) => since + 1 + n))
        expect(received.length).toBeGreaterThanOrEqual(upTo - since)
      },
    ),
  )
})

test('returns false for a gap that cannot be closed', async () => {
  const other = async () => ({ events: [], next_since: 9, has_more: false, epoch: 'f', recovered: false })
  const deps = { tell: () => undefined, isWanted: () => true }
  expect(await catchUp({ since: 3, upTo: 9 }, { ...deps, read: other })).toBe(false)
  expect(await catchUp({ since: 3, upTo: 9 }, { ...deps, read: journal(5, 10) })).toBe(false)
})

test('stops delivering events once they are no longer wanted', async () => {
  const received: number[] = []
  const deps = { read: journal(9, 2), tell: ({ seq }: DealEvent) => received.push(seq) }
  await catchUp({ since: 0, upTo: 9 }, { ...deps, isWanted: () => received.length < 4 })
  expect(received).toEqual([1, 2, 3, 4])
})
