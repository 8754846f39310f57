import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRoots, type RootSearch } from './find-roots.ts'

const search = (given: Partial<RootSearch> = {}): RootSearch => ({
  from: -10,
  to: 10,
  start: 0,
  points: 33,
  maxRoots: 5,
  maxRefining: 10_000,
  isWhole: false,
  tolerance: 1e-9,
  ...given,
})
const roots = (f: (x: number) => number, given?: Partial<RootSearch>): number[] =>
  findRoots(f, search(given)).roots.map(({ x }) => x)

describe('root search', () => {
  it('finds the root of every monotone cubic within its interval', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -9.5, max: 9.5, noNaN: true }),
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        (root, slope) => {
          const [found, ...others] = roots((x) => slope * (x - root) + (x - root) ** 3)
          expect(found).toBeCloseTo(root, 6)
          expect(others).toEqual([])
        },
      ),
    )
  })

  it('finds all roots of a polynomial that are further apart than the sample points, the nearest to the start first', () => {
    expect(roots((x) => (x + 6) * (x - 1.3) * (x - 7), { start: 6 }).map((x) => x.toFixed(6))).toEqual([
      '7.000000',
      '1.300000',
      '-6.000000',
    ])
  })

  it('finds a root at which the function only touches zero', () => {
    const [found] = roots((x) => (x - 2.123) ** 2)
    expect(found).toBeCloseTo(2.123, 3)
  })

  it('does not treat a jump over zero as a root, and reports that zero was skipped', () => {
    const found = findRoots((x) => (x < 1.7 ? -1 : 1), search())
    expect(found).toMatchObject({ roots: [], isSkipped: true })
  })

  it('returns the closest point if there is no root', () => {
    const { roots: none, nearest } = findRoots((x) => 5 + Math.abs(x - 3), search({ points: 41 }))
    expect(none).toEqual([])
    expect(nearest).toMatchObject({ x: expect.closeTo(3, 4), y: expect.closeTo(5, 4) })
  })

  it('reports a function with the same value everywhere as constant', () => {
    expect(findRoots(() => 4, search())).toMatchObject({ roots: [], isConstant: true })
  })

  it('returns only whole numbers if only they are possible', () => {
    expect(roots((x) => x - 7, { isWhole: true, from: 0, to: 200, points: 9 })).toEqual([7])
    expect(findRoots((x) => x - 7.4, search({ isWhole: true, from: 0, to: 200, points: 9 }))).toMatchObject({
      roots: [],
      isSkipped: true,
      nearest: { x: 7 },
    })
  })

  it('terminates if the whole numbers of the range are further apart than one', () => {
    let count = 0
    const f = (x: number) => {
      count += 1
      if (count > 1_000) throw new Error('The search does not end')
      return 1e7 / x - 1.637e-10
    }
    const found = findRoots(f, search({ isWhole: true, from: 1, to: 142_857_142_857_142_860, tolerance: 1e-20 }))
    expect(found.roots[0]?.x).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
  })

  it('skips points at which the function has no value', () => {
    expect(roots((x) => (x < 0 ? Number.NaN : x - 4))).toEqual([expect.closeTo(4, 8)])
    expect(findRoots(() => Number.NaN, search())).toMatchObject({ roots: [], nearest: undefined, isConstant: false })
  })

  it('stops refining at its limit, with the roots near the start first, and reports that it was cut short', () => {
    let count = 0
    const f = (x: number) => {
      count += 1
      return Math.sin(x * 3)
    }
    const { roots: found, isCutShort } = findRoots(f, search({ start: 5.1, maxRefining: 12 }))
    expect(count).toBeLessThanOrEqual(34 + 12)
    expect(isCutShort).toBe(true)
    expect(found[0]?.x).toBeCloseTo((5 * Math.PI) / 3, 8)
    expect(findRoots(f, search()).isCutShort).toBe(false)
  })

  it('does not report zero as skipped if it could not look closely enough', () => {
    const cut = { roots: [], isSkipped: false, isCutShort: true }
    expect(findRoots((x) => (x - 1.7) ** 3, search({ maxRefining: 2 }))).toMatchObject(cut)
    expect(findRoots((x) => x - 7.4, search({ isWhole: true, to: 1e9, points: 9, maxRefining: 2 }))).toMatchObject(cut)
    expect(findRoots((x) => (x - 2.123) ** 2, search({ maxRefining: 2 }))).toMatchObject(cut)
  })

  it('evaluates the function at most at its points plus sixty times per root', () => {
    let count = 0
    findRoots((x) => {
      count += 1
      return Math.sin(x * 3)
    }, search())
    expect(count).toBeLessThanOrEqual(34 + 33 * 62)
  })
})
