import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('never pauses longer than 30 seconds and never for zero time', () => {
  fc.assert(
    fc.property(fc.nat(), chance, (failures, random) => {
      const pause = backoffMs(failures, () => random)
      expect(pause).toBeGreaterThanOrEqual(250)
      expect(pause).toBeLessThanOrEqual(30_000)
    }),
  )
})

test('never shortens the pause after more failures, for the same random value', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.nat({ max: 60 }), chance, (left, right, random) => {
      const [fewer, more] = [Math.min(left, right), Math.max(left, right)]
      expect(backoffMs(more, () => random)).toBeGreaterThanOrEqual(backoffMs(fewer, () => random))
    }),
  )
})

test('spreads the pause randomly over half of its length', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), (failures) => {
      const shortest = backoffMs(failures, () => 0)
      expect(backoffMs(failures, () => 1)).toBe(2 * shortest)
    }),
  )
})
