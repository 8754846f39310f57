import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { smallBook } from '../testing/small-book.ts'
import { correlationsPossible } from './correlations-possible.ts'
import { defaultCorrelations } from './default-correlations.ts'
import { createQuantile, objectionTo } from './distribution.ts'
import { drawnRange } from './drawn-range.ts'
import { defaultUncertainty, type Uncertainty, uncertainMetric } from './uncertain-metric.ts'

const inputWith = (uncertainty: Uncertainty, held = 0.055) => {
  const calculator = openCalculator(smallBook({ Model: { A1: held, B1: '=A1*2' } }))
  const match = {
    metricKey: 'exit_cap_rate_pct',
    unit: 'percentage_points',
    scale: 100,
    sheet: 'Model',
    row: 0,
    column: 0,
  } as const
  return uncertainMetric(calculator, match, { uncertainty })
}

const rangeWith = (uncertainty: Uncertainty) => {
  const input = inputWith(uncertainty)
  if (input === undefined) throw new Error('The metric has a number')
  return drawnRange(input)
}

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

describe('uncertainty of an input', () => {
  it('reaches as far below the value as above it only if both are the same', () => {
    expect(rangeWith({ kind: 'triangular', below: 0.25, above: 1, isRelative: false })).toEqual({
      low: 5.25,
      high: 6.5,
    })
  })

  it('takes a relative range as shares of the value', () => {
    expect(rangeWith({ kind: 'uniform', below: 0.1, above: 0.2, isRelative: true })).toEqual({ low: 4.95, high: 6.6 })
  })

  it('has nine of ten values of a normal distribution within its range', () => {
    const { low, high } = rangeWith({ kind: 'normal', below: 0.5, above: 0.5, isRelative: false })
    expect(low).toBeCloseTo(5, 9)
    expect(high).toBeCloseTo(6, 9)
  })

  it('never draws a value outside the plausible range of the metric', () => {
    expect(rangeWith({ kind: 'pert', below: 30, above: 30, isRelative: false })).toEqual({ low: 1, high: 20 })
  })

  it('draws discrete choices as often as their probabilities say', () => {
    const input = inputWith({
      kind: 'discrete',
      choices: [
        { value: 6, probability: 0.25 },
        { value: 5, probability: 0.75 },
      ],
    })
    const at = createQuantile(input?.distribution as Parameters<typeof createQuantile>[0])
    expect([0, 0.74, 0.76, 0.99].map(at)).toEqual([5, 5, 6, 6])
  })

  it('draws from history between its lowest and its highest observation, and the median in half of the trials below', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 50 }),
        share,
        (observed, at) => {
          const drawn = createQuantile({ kind: 'history', observed })(at)
          expect(drawn).toBeGreaterThanOrEqual(Math.min(...observed))
          expect(drawn).toBeLessThanOrEqual(Math.max(...observed))
        },
      ),
    )
    expect(createQuantile({ kind: 'history', observed: [4, 1, 3] })(0.5)).toBe(3)
  })

  it('gives a larger value for a larger share of any choices with weights', () => {
    const weighted = fc.array(
      fc.tuple(fc.integer({ min: -9, max: 9 }), fc.double({ min: 0.01, max: 1, noNaN: true })),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(weighted, share, share, (pairs, one, other) => {
        const choices = pairs.map(([value]) => value)
        const at = createQuantile({
          kind: 'discrete',
          likely: choices[0] ?? 0,
          choices,
          weights: pairs.map(([, weight]) => weight),
        })
        expect(at(Math.min(one, other))).toBeLessThanOrEqual(at(Math.max(one, other)))
        expect(choices).toContain(at(one))
      }),
    )
  })

  it.each([
    ['fewer weights than choices', { kind: 'discrete', likely: 1, choices: [1, 2], weights: [1] }],
    ['a negative weight', { kind: 'discrete', likely: 1, choices: [1, 2], weights: [2, -1] }],
    ['no weight at all', { kind: 'discrete', likely: 1, choices: [1, 2], weights: [0, 0] }],
    ['a single observation', { kind: 'history', observed: [1] }],
  ] as const)('rejects a distribution with %s', (_, distribution) => {
    expect(objectionTo(distribution)).toBeTypeOf('string')
  })

  it('leaves prices and signed terms fixed by default, and gives rates an amount instead of a share', () => {
    expect(defaultUncertainty('purchase_price', 'currency')).toMatchObject({ below: 0, above: 0 })
    expect(defaultUncertainty('exit_cap_rate_pct', 'percentage_points')).toEqual({
      kind: 'pert',
      below: 0.75,
      above: 0.75,
      isRelative: false,
    })
    expect(defaultUncertainty('market_rent_month', 'currency')).toMatchObject({ below: 0.05, isRelative: true })
  })
})

describe('correlations', () => {
  const everyKey = [
    'exit_cap_rate_pct',
    'interest_rate_pct',
    'rent_growth_pct',
    'expense_growth_pct',
    'physical_occupancy_pct',
    'economic_occupancy_pct',
    'revenue_growth_pct',
    'exit_multiple',
    'ebitda_margin_pct',
    'arr_growth_pct',
    'logo_churn_pct',
    'valuation_arr_multiple',
  ]

  it('are by default possible together, whichever inputs vary', () => {
    fc.assert(
      fc.property(fc.subarray(everyKey), (keys) => {
        const found = defaultCorrelations(keys)
        expect(found.every(({ one, other }) => keys.includes(one) && keys.includes(other))).toBe(true)
        expect(correlationsPossible(found)).toBe(true)
      }),
    )
    expect(defaultCorrelations(everyKey).length).toBeGreaterThan(5)
  })

  it('are impossible if an input follows two others that move against each other', () => {
    const follows = [
      { one: 'a', other: 'b', correlation: 0.9 },
      { one: 'a', other: 'c', correlation: 0.9 },
    ]
    expect(correlationsPossible([...follows, { one: 'b', other: 'c', correlation: 0.8 }])).toBe(true)
    expect(correlationsPossible([...follows, { one: 'b', other: 'c', correlation: -0.9 }])).toBe(false)
  })
})
