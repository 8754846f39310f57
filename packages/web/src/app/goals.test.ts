import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPlace } from './goals.ts'

describe('arrow keys in a list', () => {
  it('wraps around at both ends of a list', () => {
    expect(nextPlace(2, 'ArrowDown', 3)).toBe(0)
    expect(nextPlace(0, 'ArrowUp', 3)).toBe(2)
    expect(nextPlace(-1, 'ArrowDown', 3)).toBe(0)
    expect(nextPlace(-1, 'ArrowUp', 3)).toBe(2)
  })

  it('returns to the same entry after down and up, and never leaves the list', () => {
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

  it('ignores other keys and an empty list', () => {
    expect(nextPlace(0, 'Enter', 3)).toBeUndefined()
    expect(nextPlace(0, 'ArrowDown', 0)).toBeUndefined()
  })
})
