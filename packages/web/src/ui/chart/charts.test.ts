import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tailOf } from './density-path.ts'
import { linearScale } from './scale.ts'
import { type DensityPoint, smoothDensity } from './smooth-density.ts'
import { spreadLabels } from './spread-labels.ts'

const area = (points: readonly DensityPoint[]): number =>
  points.slice(1).reduce((sum, point, n) => {
    const before = points[n] ?? point
    return sum + ((point.density + before.density) / 2) * (point.x - before.x)
  }, 0)

const histogram = fc
  .record({
    from: fc.integer({ min: -1000, max: 1000 }),
    width: fc.integer({ min: 1, max: 1000 }),
    counts: fc.array(fc.nat(500), { minLength: 5, maxLength: 40 }),
  })
  .filter(({ counts }) => counts.some((count) => count > 0))
  .map(({ from, width, counts }) => ({ from, to: from + width, counts }))

describe('smoothed density', () => {
  it('keeps the area of a density at one and its values non-negative', () => {
    fc.assert(
      fc.property(histogram, (given) => {
        const points = smoothDensity(given)
        expect(area(points)).toBeCloseTo(1, 9)
        expect(points.every(({ density }) => density >= 0)).toBe(true)
      }),
    )
  })
  it('keeps a density within the bounds of its histogram', () => {
    fc.assert(
      fc.property(histogram, (given) => {
        const points = smoothDensity(given)
        expect(points[0]?.x).toBe(given.from)
        expect(points.at(-1)?.x).toBeCloseTo(given.to, 9)
      }),
    )
  })
  it('returns an empty density without trials or without width', () => {
    expect(smoothDensity({ from: 0, to: 1, counts: [0, 0] })).toEqual([])
    expect(smoothDensity({ from: 1, to: 1, counts: [5] })).toEqual([])
    expect(smoothDensity({ from: 0, to: 1, counts: [] })).toEqual([])
  })
  it('has the peak of a density where most trials are', () => {
    const points = smoothDensity({ from: 0, to: 10, counts: [0, 1, 4, 9, 30, 60, 30, 9, 4, 1] })
    const peak = points.reduce((best, point) => (point.density > best.density ? point : best))
    expect(peak.x).toBeCloseTo(5.5, 0)
  })
})

describe('tail beyond a limit', () => {
  it('adds up to the whole area with the tails on both sides of a limit', () => {
    fc.assert(
      fc.property(histogram, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (given, share) => {
        const points = smoothDensity(given)
        const limit = given.from + share * (given.to - given.from)
        expect(area(tailOf(points, limit, 'below')) + area(tailOf(points, limit, 'above'))).toBeCloseTo(1, 6)
      }),
    )
  })
  it('returns an empty tail if the limit is never reached', () => {
    const points = smoothDensity({ from: 0, to: 10, counts: [1, 2, 1, 1, 1] })
    expect(tailOf(points, -1, 'below')).toEqual([])
    expect(tailOf(points, 11, 'above')).toEqual([])
  })
})

describe('axis labels', () => {
  it('keeps the gap between labels, and labels within the axis, while there is room', () => {
    const places = fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(places, (given) => {
        const sorted = given.toSorted((a, b) => a - b)
        const spread = spreadLabels(sorted, 60, 26, 374)
        const gaps = spread.slice(1).map((place, n) => place - (spread[n] ?? 0))
        expect(Math.min(60, ...gaps)).toBeCloseTo(60, 6)
        expect(Math.min(...spread)).toBeGreaterThanOrEqual(26)
        expect(Math.max(...spread)).toBeLessThanOrEqual(374)
      }),
    )
  })
  it('does not move labels that have enough room', () => {
    expect(spreadLabels([50, 200, 350], 60, 26, 374)).toEqual([50, 200, 350])
  })
})

describe('linear scale', () => {
  it('maps a range without width to the middle', () => {
    expect(linearScale(3, 3, 0, 100)(3)).toBe(50)
    expect(linearScale(0, 10, 0, 100)(3)).toBe(30)
  })
})
