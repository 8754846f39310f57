import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ceil15, floor15, roundDecimal, roundDownDecimal, roundUpDecimal } from './decimal.ts'

const value = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })
const places = fc.integer({ min: -6, max: 10 })

describe('decimal rounding', () => {
  it('rounds a half by its decimal notation, not its binary value', () => {
    expect(roundDecimal(2.675, 2)).toBe(2.68)
    expect(roundDecimal(1.005, 2)).toBe(1.01)
    expect(roundDecimal(-0.285, 2)).toBe(-0.29)
    expect(roundDecimal(1234.5, -1)).toBe(1230)
    expect(roundDecimal(25, -1)).toBe(30)
  })

  it('treats a value that equals a number in 15 digits as that number', () => {
    expect(roundUpDecimal(1.1 * 3, 1)).toBe(3.3)
    expect(roundDownDecimal(0.29 * 100, 0)).toBe(29)
    expect(floor15(4.35 * 100)).toBe(435)
    expect(ceil15(1.1 * 30)).toBe(33)
    expect(floor15(-3.5)).toBe(-4)
  })

  it('leaves values without such digits unchanged', () => {
    expect(roundDecimal(123456789012345.67, 5)).toBe(123456789012345.67)
    expect(roundDecimal(1e300, -290)).toBe(1e300)
    expect(roundDecimal(5e-324, 3)).toBe(0)
  })

  it('is idempotent when it rounds decimals', () => {
    fc.assert(
      fc.property(value, places, (x, digits) => {
        const once = roundDecimal(x, digits)
        expect(roundDecimal(once, digits)).toBe(once)
      }),
    )
  })

  it('rounds to a value between rounding down and rounding up', () => {
    fc.assert(
      fc.property(value, places, (x, digits) => {
        const [down, nearest, up] = [roundDownDecimal, roundDecimal, roundUpDecimal].map((round) =>
          Math.abs(round(x, digits)),
        )
        expect(nearest).toBeGreaterThanOrEqual(down as number)
        expect(nearest).toBeLessThanOrEqual(up as number)
      }),
    )
  })
})
