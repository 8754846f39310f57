import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPlace } from './goals.ts'

describe('the arrows in a list', () => {
  it('go round at both ends', () => {
    expect(nextPlace(2, 'ArrowDown', 3)).toBe(0)
    expect(nextPlace(0, 'ArrowUp', 3)).toBe(2)
    expect(nextPlace(-1, 'ArrowDown', 3)).toBe(0)
    expect(nextPlace(-1, 'ArrowUp', 3)).toBe(2)
  })

  it('down and up again lead back, and never out of the list', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(), (count, seed) => {
        const at = seed % count
        const down = nextPlace(at, 'ArrowDown', count)
        expect(down).toBeGreaterThanOrEqual(0)
        expect(down).toBeLessThan(count)
        expect(nextPlace(down ?? -1, 'ArrowUp', count)).toBe(at)
      }),
    )
  })

  it('other keys, and a list without anything, lead nowhere', () => {
    expect(nextPlace(0, 'Enter', 3)).toBeUndefined()
    expect(nextPlace(0, 'ArrowDown', 0)).toBeUndefined()
  })
})
