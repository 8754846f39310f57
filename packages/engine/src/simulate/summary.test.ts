import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOf } from './change.ts'
import { driversOf, rankCorrelation, rankInputs } from './drivers.ts'
import { fanPointOf } from './fan.ts'
import { orderNumbers } from './order.ts'
import { probabilityOf, thresholdsOf } from './probability.ts'
import { createRandom } from './random.ts'
import { summaryOf } from './summary.ts'
import { worstOf } from './worst.ts'

const numbers = (...values: number[]): Float64Array => Float64Array.from(values)
const upTo = (count: number): Float64Array => Float64Array.from({ length: count }, (_, n) => n + 1)

describe('summary statistics', () => {
  it('leaves non-numbers out of a summary', () => {
    expect(summaryOf(orderNumbers(numbers(3, Number.NaN, 1)).sorted)).toMatchObject({ samples: 2, mean: 2, p50: 2 })
    expect(summaryOf(orderNumbers(numbers(Number.NaN)).sorted)).toBeUndefined()
  })

  it('gives the mean of equal numbers as that number, to the last bit', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        (value, count) => {
          const wanted = Number(value.toPrecision(15))
          const { mean, p5, p50, p95, deviation, converged } = summaryOf(new Float64Array(count).fill(value)) ?? {}
          return (
            [mean, p5, p50, p95].every((statistic) => statistic === wanted) &&
            deviation === 0 &&
            converged === count >= 100
          )
        },
      ),
    )
  })

  it('reports no convergence if trials gave no number, or most of them the same one', () => {
    const smooth = Float64Array.from({ length: 9_800 }, (_, n) => n)
    expect(summaryOf(smooth, 9_800)?.converged).toBe(true)
    expect(summaryOf(smooth, 10_000)?.converged).toBe(false)
    expect(summaryOf(new Float64Array(9_900).fill(0), 9_900)?.converged).toBe(true)
    expect(summaryOf(Float64Array.from({ length: 9_900 }, (_, n) => (n < 9_800 ? 0 : n)))?.converged).toBe(false)
  })

  it('includes all numbers in the histogram, also outliers', () => {
    fc.assert(
      fc.property(fc.float64Array({ min: -1e300, max: 1e300, noNaN: true, minLength: 1 }), (values) => {
        const counts = summaryOf(orderNumbers(values).sorted)?.histogram.counts ?? []
        return counts.length === 40 && counts.reduce((sum, count) => sum + count, 0) === values.length
      }),
    )
  })

  it('does not let an outlier hide the distribution of the others', () => {
    const { histogram } = summaryOf(orderNumbers(numbers(...upTo(1_000), 1e9)).sorted) ?? {}
    expect(histogram?.to).toBeLessThan(5_000)
    expect(histogram?.counts.filter((count) => count > 0).length).toBeGreaterThan(10)
  })

  it('gives valid standard errors: nine of ten estimates lie within two of them', () => {
    const within = { mean: 0, p5: 0, p50: 0, p95: 0 }
    const truth = { mean: 0.5, p5: 0.05, p50: 0.5, p95: 0.95 }
    for (let seed = 0; seed < 60; seed++) {
      const summary = summaryOf(Float64Array.from({ length: 400 }, createRandom(seed)).sort())
      if (summary === undefined) throw new Error('There are samples')
      for (const which of ['mean', 'p5', 'p50', 'p95'] as const)
        if (Math.abs(summary[which] - truth[which]) <= 2 * summary.standardErrors[which]) within[which] += 1
    }
    for (const count of Object.values(within)) expect(count).toBeGreaterThanOrEqual(53)
  })

  it('converges with ten thousand trials, but not with a hundred', () => {
    const random = createRandom(1)
    expect(summaryOf(Float64Array.from({ length: 10_000 }, random).sort())?.converged).toBe(true)
    expect(summaryOf(Float64Array.from({ length: 100 }, random).sort())?.converged).toBe(false)
  })
})

describe('probabilities', () => {
  it('counts numbers beyond a threshold, but not those equal to it', () => {
    expect(probabilityOf(upTo(10), { below: 4 })).toMatchObject({ name: 'below_4', probability: 0.3 })
    expect(probabilityOf(upTo(10), { above: 4, name: 'too much' })).toMatchObject({
      name: 'too much',
      probability: 0.6,
    })
    expect(probabilityOf(upTo(100), { below: 21 }).standardError).toBeCloseTo(0.04, 12)
  })

  it('ignores differences in the last digit of a product', () => {
    expect(0.29 * 100).toBeLessThan(29)
    expect(probabilityOf(numbers(0.29 * 100), { below: 29 }).probability).toBe(0)
    expect(probabilityOf(numbers(0.07 * 100), { above: 7 }).probability).toBe(0)
  })

  it.each([
    ['levered_irr_pct', 'higher', [{ below: 0 }, { name: 'worse_than_base', below: 3 }]],
    ['dscr', 'higher', [{ below: 1 }, { name: 'worse_than_base', below: 3 }]],
    ['interest_coverage', 'higher', [{ below: 1 }, { name: 'worse_than_base', below: 3 }]],
    ['moic', 'higher', [{ below: 1 }, { name: 'worse_than_base', below: 3 }]],
    ['ltv_pct', 'lower', [{ name: 'worse_than_base', above: 3 }]],
    ['purchase_price', null, [{ name: 'below_base', below: 3 }]],
  ] as const)('reports the standard probability of %s', (key, better, wanted) => {
    expect(thresholdsOf({ key, cell: 1, better }, 3)).toEqual(wanted)
  })

  it('lists requested probabilities first, and omits the base case without a base', () => {
    expect(thresholdsOf({ key: 'dscr', cell: 1, thresholds: [{ below: 1.25 }] }, undefined)).toEqual([
      { below: 1.25 },
      { below: 1 },
    ])
  })
})

describe('drivers of an output', () => {
  const given = (draws: Float64Array[]) =>
    rankInputs(
      draws.map((_, n) => `input ${n}`),
      draws,
    )

  it('orders drivers by rank correlation, the strongest first', () => {
    const random = createRandom(4)
    const draws = [0, 1, 2].map(() => Float64Array.from({ length: 2_000 }, random))
    const values = Float64Array.from(
      { length: 2_000 },
      (_, n) => Math.exp((draws[1]?.[n] ?? 0) * 5) - 20 * (draws[0]?.[n] ?? 0),
    )
    const drivers = driversOf(given(draws), values, orderNumbers(values))
    expect(drivers.map(({ key }) => key)).toEqual(['input 1', 'input 0', 'input 2'])
    expect(drivers[0]?.correlation).toBeGreaterThan(0.9)
    expect(drivers[1]?.correlation).toBeLessThan(0)
    expect(drivers[0]?.whenHigh).toBeGreaterThan(drivers[0]?.whenLow ?? Number.NaN)
  })

  it('ignores trials without a number when it ranks drivers', () => {
    const values = numbers(10, Number.NaN, 30, 40)
    expect(driversOf(given([numbers(1, 9, 2, 3)]), values, orderNumbers(values))[0]).toMatchObject({
      correlation: 1,
      whenLow: 10,
      whenHigh: 40,
    })
  })

  it('reports no effect for inputs that do not vary', () => {
    expect(rankCorrelation(numbers(1, 1, 1), numbers(1, 2, 3))).toBe(0)
    // By hand: 1 − 6 · (1 + 1) / (4 · 15).
    expect(rankCorrelation(numbers(1, 2, 3, 4), numbers(1, 3, 2, 4))).toBeCloseTo(0.8, 12)
  })
})

describe('worst trials', () => {
  const draws = [upTo(100).map((value) => value * 10)]
  const more = { keys: ['rate'], draws, usual: [505] }

  it('selects the lowest numbers as worst if higher is better, and vice versa', () => {
    const low = worstOf(upTo(100), upTo(100), { ...more, better: 'higher' })
    expect(low).toMatchObject({ samples: 5, mean: 3, inputs: [{ key: 'rate', p50: 30, usual: 505 }] })
    const high = worstOf(upTo(100), upTo(100), { ...more, better: 'lower' })
    expect(high).toMatchObject({ samples: 5, mean: 98, inputs: [{ p50: 980 }] })
  })

  it('selects at most a twentieth of the trials as worst, even if all are the same', () => {
    const same = new Float64Array(100).fill(7)
    expect(worstOf(same, same, { ...more, better: 'higher' })).toMatchObject({
      samples: 5,
      mean: 7,
      inputs: [{ p50: 30 }],
    })
  })
})

describe('distribution of a change', () => {
  it('compares a change trial by trial', () => {
    const change = changeOf(numbers(1, 2, 3, 4), numbers(2, 4, 3, 3), 'higher')
    expect(change).toMatchObject({ samples: 4, p50: 0.5, probabilityBetter: 0.5, probabilityWorse: 0.25 })
    expect(changeOf(numbers(1, 2), numbers(2, 4), 'lower')).toMatchObject({ probabilityBetter: 0, probabilityWorse: 1 })
    expect(changeOf(numbers(1, 2), numbers(2, 4), null)).toMatchObject({ probabilityBetter: null })
  })

  it('requires a number on both sides of a change', () => {
    expect(changeOf(numbers(1, Number.NaN), numbers(Number.NaN, 2), 'higher')).toBeUndefined()
    expect(changeOf(numbers(1, Number.NaN), numbers(3, 2), 'higher')).toMatchObject({ samples: 1, mean: 2 })
  })

  it('ignores a change in the last digits', () => {
    expect(changeOf(numbers(0.3), numbers(0.1 + 0.2), 'higher')).toMatchObject({ mean: 0, probabilityBetter: 0 })
  })
})

describe('fan chart points', () => {
  it('gives five percentiles per point, and counts non-numbers', () => {
    expect(fanPointOf('2027', 40, 50, numbers(...Array.from({ length: 101 }, (_, n) => n), Number.NaN))).toEqual({
      label: '2027',
      before: 40,
      after: 50,
      p5: 5,
      p25: 25,
      p50: 50,
      p75: 75,
      p95: 95,
      invalid: 1,
    })
    expect(fanPointOf('2027', Number.NaN, Number.NaN, numbers(Number.NaN))).toMatchObject({ before: null, p50: null })
  })
})
