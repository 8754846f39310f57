import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ImpossibleCorrelation } from './cholesky.ts'
import { drawShares } from './draws.ts'
import { rankCorrelation } from './drivers.ts'
import { createRandom } from './random.ts'
import { ranksOf, sharedRanksOf } from './ranks.ts'
import { sobolDimensions, sobolShares } from './sobol.ts'

const both = [{ sampling: 'latin_hypercube' }, { sampling: 'sobol' }] as const

describe('random numbers', () => {
  it('gives the same random numbers for the same seed, and unrelated ones for another', () => {
    const take = (random: () => number) => Array.from({ length: 5 }, random)
    const first = take(createRandom(1))
    expect(take(createRandom(1))).toEqual(first)
    for (const other of [createRandom(2), createRandom(1, 1), createRandom(1 + 2 ** 32), createRandom(1 + 2 ** 40)])
      expect(take(other)).not.toEqual(first)
  })

  it('gives these exact random numbers on every machine', () => {
    const random = createRandom(42)
    expect([random(), random(), random()]).toEqual([0.7903569010382901, 0.7911258280067259, 0.3437717223632455])
  })
})

describe('sampled shares', () => {
  it.each(both)('samples shares strictly between 0 and 1, one in each stratum: $sampling', ({ sampling }) => {
    const shares = drawShares({ inputs: sobolDimensions, samples: 256, seed: 5, sampling })
    for (const own of shares) {
      expect(own.every((share) => share > 0 && share < 1)).toBe(true)
      expect(new Set(own.map((share) => Math.floor(share * 256))).size).toBe(256)
    }
  })

  it.each(both)('samples different shares for another seed and for another input: $sampling', ({ sampling }) => {
    const [first, second] = drawShares({ inputs: 2, samples: 50, seed: 1, sampling })
    const [another] = drawShares({ inputs: 2, samples: 50, seed: 2, sampling })
    expect(first).not.toEqual(second)
    expect(first).not.toEqual(another)
    expect(drawShares({ inputs: 2, samples: 50, seed: 1, sampling })[0]).toEqual(first)
  })

  it('samples the Sobol sequence, except for a shift', () => {
    // Point 37 in Gray code of an independent implementation, in all dimensions, in units of 2^-32.
    const wanted = [
      3959422976, 2751463424, 2483027968, 3959422976, 3288334336, 1275068416, 738197504, 3422552064, 2617245696,
      738197504, 67108864, 335544320, 2483027968, 3690987520, 469762048, 2080374784, 3422552064, 1811939328, 201326592,
      603979776,
    ]
    const got = wanted.map((_, dimension) => {
      const shares = sobolShares(dimension, 64, 9)
      const whole = (sample: number): number => (shares[sample] ?? 0) * 2 ** 32 - 0.5
      return (whole(37 ^ (37 >> 1)) ^ whole(0)) >>> 0
    })
    expect(got).toEqual(wanted)
  })

  it('fills two dimensions evenly with Sobol sampling', () => {
    const [first, second] = drawShares({ inputs: 2, samples: 256, seed: 3, sampling: 'sobol' })
    const cells = new Set(first?.map((share, n) => Math.floor(share * 16) * 16 + Math.floor((second?.[n] ?? 0) * 16)))
    expect(cells.size).toBe(256)
  })

  it.each(both)(
    'samples with the requested rank correlation, keeping the shares of each input: $sampling',
    ({ sampling }) => {
      const correlation = [
        [1, 0.7, -0.3],
        [0.7, 1, 0],
        [-0.3, 0, 1],
      ]
      const request = { inputs: 3, samples: 10_000, seed: 3, sampling }
      const free = drawShares(request)
      const bound = drawShares({ ...request, correlation })
      bound.forEach((own, i) => {
        expect(own.slice().sort()).toEqual(free[i]?.slice().sort())
        bound.forEach((other, j) => {
          expect(Math.abs(rankCorrelation(own, other) - (correlation[i]?.[j] ?? 0))).toBeLessThan(0.01)
        })
      })
    },
  )

  it('samples with full correlation on request', () => {
    const correlation = [
      [1, -1],
      [-1, 1],
    ]
    const [first, second] = drawShares({ inputs: 2, samples: 500, seed: 3, correlation })
    expect(rankCorrelation(first ?? new Float64Array(), second ?? new Float64Array())).toBe(-1)
  })

  it('samples valid shares with fewer trials than inputs', () => {
    const correlation = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (i === j ? 1 : 0.5)))
    for (const own of drawShares({ inputs: 4, samples: 2, seed: 3, correlation }))
      expect(own.every((share) => share > 0 && share < 1)).toBe(true)
  })

  it.each([
    [
      [1, 0.9, -0.9],
      [0.9, 1, 0.9],
      [-0.9, 0.9, 1],
    ],
    [
      [1, 1, 0],
      [1, 1, 1],
      [0, 1, 1],
    ],
  ])('rejects contradictory correlations', (...correlation) => {
    expect(() => drawShares({ inputs: 3, samples: 10, seed: 1, correlation })).toThrow(ImpossibleCorrelation)
  })
})

describe('rank order', () => {
  it('ranks numbers by position; ties keep their order or share the middle rank', () => {
    const values = Float64Array.of(3, 1, 3, 2, 3)
    expect([...ranksOf(values)]).toEqual([2, 0, 3, 1, 4])
    expect([...sharedRanksOf(values)]).toEqual([3, 0, 3, 1, 3])
  })

  it('sorts numbers by rank', () => {
    fc.assert(
      fc.property(fc.float64Array({ noNaN: true, maxLength: 60 }), (values) => {
        const ordered = new Float64Array(values.length)
        ranksOf(values).forEach((rank, n) => {
          ordered[rank] = (values[n] ?? 0) + 0
        })
        return ordered.every((value, n) => n === 0 || value >= (ordered[n - 1] ?? 0))
      }),
    )
  })
})
