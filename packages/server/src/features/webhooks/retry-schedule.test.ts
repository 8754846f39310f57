import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextAttempt, readRetryAfter } from './retry-schedule.ts'

const start = new Date('2026-11-19T10:00:00.000Z')
const hour = 3_600_000

describe('retries of webhooks', () => {
  it('come within seconds at first, within hours later, and end after 24 hours [HOOK-5]', () => {
    const attempts: Date[] = [start]
    for (;;) {
      const now = attempts.at(-1) ?? start
      const next = nextAttempt({
        tries: attempts.length,
        firstFailedAt: start,
        now,
        retryAfterMs: undefined,
        random: 0,
      })
      if (next === undefined) break
      attempts.push(next)
    }
    expect(attempts[1]?.getTime()).toBe(start.getTime() + 5_000)
    expect(attempts.at(-1)?.getTime()).toBe(start.getTime() + 24 * hour)
    expect(attempts.length).toBeGreaterThan(10)
    expect(attempts.length).toBeLessThan(20)
  })

  it('are never in the past, never later than 24 hours after the first failure, and honor Retry-After up to an hour [HOOK-5]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 24 * hour - 1 }),
        fc.option(fc.integer({ min: 0, max: 1_000 * hour }), { nil: undefined }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, passed, retryAfterMs, random) => {
          const now = new Date(start.getTime() + passed)
          const next = nextAttempt({ tries, firstFailedAt: start, now, retryAfterMs, random })
          const end = start.getTime() + 24 * hour
          expect(next?.getTime()).toBeGreaterThan(now.getTime())
          expect(next?.getTime()).toBeLessThanOrEqual(end)
          const asked = now.getTime() + Math.min(retryAfterMs ?? 0, hour)
          expect(next?.getTime()).toBeGreaterThanOrEqual(Math.min(asked, end))
        },
      ),
    )
  })

  it.each([
    [null, undefined],
    ['120', 120_000],
    ['0', 0],
    ['Thu, 19 Nov 2026 10:05:00 GMT', 300_000],
    ['Thu, 19 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['1'.repeat(80), undefined],
  ])('read the Retry-After header %j as %j milliseconds [HOOK-5]', (header, expected) => {
    expect(readRetryAfter(header, start)).toBe(expected)
  })
})
