import { thresholdSides } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareWithThreshold, presentThresholdResult } from './compare-with-threshold.ts'

const side = fc.constantFrom(...thresholdSides)
const number = fc.oneof(
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.double({ min: -100, max: 100, noNaN: true }),
  fc.integer({ min: -1_000, max: 1_000 }).map((hundredths) => hundredths / 100),
)

describe('comparing a metric with a threshold', () => {
  it.each([
    ['at_least', 1.2, 1.27, 0.07, false],
    ['at_least', 1.2, 1.12, -0.08, true],
    ['at_least', 1.2, 1.2, 0, false],
    ['at_most', 65, 60, 5, false],
    ['at_most', 65, 70, -5, true],
    ['at_most', 65, 65, 0, false],
    ['at_least', -1, -2, -1, true],
    ['at_most', 0, 0, 0, false],
  ] as const)('compares %s %d with %d: headroom %d, breached %s', (side, limit, value, headroom, isBreached) => {
    expect(compareWithThreshold({ side, value: limit }, value)).toEqual({ value, headroom, isBreached })
  })

  it('has neither headroom nor a breach if the metric has no value [THRESHOLD-6]', () => {
    fc.assert(
      fc.property(side, number, (side, value) => {
        const compared = compareWithThreshold({ side, value }, null)
        expect(compared).toEqual({ value: null, headroom: null, isBreached: null })
      }),
    )
  })

  it('has negative headroom exactly if the threshold is breached [THRESHOLD-5]', () => {
    fc.assert(
      fc.property(side, number, number, (side, limit, value) => {
        const { headroom, isBreached } = compareWithThreshold({ side, value: limit }, value)
        expect(isBreached).toBe((headroom ?? 0) < 0)
        // A breach always means that the value is on the wrong side.
        if (isBreached) expect(side === 'at_least' ? value < limit : value > limit).toBe(true)
      }),
    )
  })

  it('has the opposite headroom on the opposite side', () => {
    fc.assert(
      fc.property(number, number, (limit, value) => {
        const least = compareWithThreshold({ side: 'at_least', value: limit }, value)
        const most = compareWithThreshold({ side: 'at_most', value: limit }, value)
        expect((least.headroom ?? 0) + (most.headroom ?? 0)).toBe(0)
      }),
    )
  })

  it('never breaches a threshold at a value that goal seek found for it [THRESHOLD-5]', () => {
    const limit = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((thousandths) => thousandths / 1_000)
    fc.assert(
      fc.property(side, limit, fc.double({ min: -1e-9, max: 1e-9, noNaN: true }), (side, limit, noise) => {
        const value = limit * (1 + noise)
        expect(compareWithThreshold({ side, value: limit }, value)).toEqual({ value, headroom: 0, isBreached: false })
      }),
    )
    const sum = 0.1 + 0.2
    expect(compareWithThreshold({ side: 'at_most', value: 0.3 }, sum)).toMatchObject({ headroom: 0, isBreached: false })
  })

  it('breaches a threshold at a value that misses it by more than the tolerance', () => {
    const limit = fc.integer({ min: 1, max: 1_000_000 }).map((thousandths) => thousandths / 1_000)
    fc.assert(
      fc.property(limit, fc.double({ min: 1e-7, max: 0.5, noNaN: true }), (limit, share) => {
        expect(compareWithThreshold({ side: 'at_least', value: limit }, limit * (1 - share)).isBreached).toBe(true)
        expect(compareWithThreshold({ side: 'at_most', value: limit }, limit * (1 + share)).isBreached).toBe(true)
      }),
    )
  })

  it('presents the comparison with the id of the threshold', () => {
    const threshold = { id: '5f0c6a3e-3f5b-4b57-9d0e-0d3a5a3c9f10', side: 'at_least', value: 1.25 } as const
    expect(presentThresholdResult(threshold, 1.27)).toEqual({
      threshold_id: threshold.id,
      value: 1.27,
      headroom: 0.02,
      is_breached: false,
    })
  })
})
