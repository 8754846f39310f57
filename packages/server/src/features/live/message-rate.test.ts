import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessageRate } from './message-rate.ts'

describe('message rate', () => {
  it('allows a burst of 60 messages and no more', () => {
    const take = createMessageRate(() => 0)
    const taken = Array.from({ length: 100 }, take)
    expect(taken.filter(Boolean)).toHaveLength(60)
    expect(taken.lastIndexOf(true)).toBe(59)
  })

  it('allows ten messages per second on average, however they are spread', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2_000 }), { minLength: 1, maxLength: 500 }), (pauses) => {
        let at = 0
        const take = createMessageRate(() => at)
        const taken = pauses.filter((pause) => {
          at += pause
          return take()
        })
        expect(taken.length).toBeLessThanOrEqual(60 + (at / 1000) * 10 + 1e-6)
      }),
    )
  })

  it('always allows a client that sends ten messages per second', () => {
    let at = 0
    const take = createMessageRate(() => at)
    for (let n = 0; n < 1_000; n++) {
      at += 100
      expect(take()).toBe(true)
    }
  })
})
