import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createInvalidFrames } from './invalid-frames.ts'

it('reaches the limit exactly when 20 invalid frames fall within one minute', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 10_000 }), { maxLength: 100 }), (pauses) => {
      let at = 0
      const frameIsOneTooMany = createInvalidFrames(() => at)
      const times: number[] = []
      for (const pause of pauses) {
        at += pause
        times.push(at)
        const withinMinute = times.filter((earlier) => at - earlier < 60_000).length
        expect(frameIsOneTooMany()).toBe(withinMinute >= 20)
      }
    }),
  )
})
