import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitsOf, open } from '../testing/property-deal.ts'
import { catalogueFunction } from './catalogue-function.ts'
import { type GoalSeekResult, seekGoal, usualRange } from './goal-seek.ts'
import { strongestInputs } from './strongest-inputs.ts'
import { whileVarying } from './workbook-function.ts'

const seek = (
  deal: ReturnType<typeof open>,
  { input, metricKey, target }: { input: string; metricKey: string; target: number },
): GoalSeekResult | undefined =>
  whileVarying(deal.calculator, deal.map.matches, { input, metricKey }, (metric) => {
    const [from, to] = usualRange(input, metric) ?? [0, 1]
    return seekGoal(metric, { target, from, to })
  })

describe('goal seek', () => {
  it('finds the input whose what-if gives the target', () => {
    const deal = open()
    fc.assert(
      fc.property(fc.double({ min: 3, max: 9, noNaN: true }), (capRate) => {
        const [first] = deal.ripple([{ metricKey: 'exit_cap_rate_pct', value: capRate }]).impacts
        if (first === undefined || typeof first.after !== 'number') return
        const { metricKey, after: target } = first
        const { solutions } = seek(deal, { input: 'exit_cap_rate_pct', metricKey, target }) ?? { solutions: [] }
        expect(solutions[0]?.inputValue).toBeCloseTo(capRate, 5)
        expect((solutions[0]?.metricValue ?? 0) / target).toBeCloseTo(1, 8)
      }),
      { numRuns: 25 },
    )
  })

  it('restores every cell to the last bit after a goal seek', () => {
    const deal = open()
    const before = bitsOf(deal.calculator)
    const [impact] = deal.ripple([{ metricKey: 'exit_cap_rate_pct', value: 5 }]).impacts
    seek(deal, { input: 'exit_cap_rate_pct', metricKey: impact?.metricKey ?? '', target: 1 })
    strongestInputs(deal.calculator, deal.map.matches, impact?.metricKey ?? '')
    expect(bitsOf(deal.calculator)).toEqual(before)
  })

  it('reports that a metric does not depend on an input', () => {
    const found = seek(open(), { input: 'exit_cap_rate_pct', metricKey: 'purchase_price', target: 1 })
    expect(found).toMatchObject({ solutions: [], reason: 'does_not_depend' })
  })

  it('returns the closest value to a target that is out of reach', () => {
    const metric = { start: 5, unit: 'percentage_points', cost: 1, valueAt: (x: number) => 10 + x * x } as const
    expect(seekGoal(metric, { target: 5, from: -10, to: 10 })).toMatchObject({
      solutions: [],
      reason: 'out_of_reach',
      nearest: { inputValue: expect.closeTo(0, 3), metricValue: expect.closeTo(10, 3) },
    })
  })

  it('returns all values of the input that reach the target, the nearest to the current one first', () => {
    const metric = { start: 4, unit: 'percentage_points', cost: 1, valueAt: (x: number) => x * x } as const
    expect(seekGoal(metric, { target: 9, from: -10, to: 10 }).solutions.map(({ inputValue }) => inputValue)).toEqual([
      expect.closeTo(3, 8),
      expect.closeTo(-3, 8),
    ])
  })

  it('returns whole months, and reports if only a fraction would do', () => {
    const metric = { start: 60, unit: 'months', cost: 1, valueAt: (x: number) => 2 * x } as const
    expect(seekGoal(metric, { target: 96, from: 1, to: 200 }).solutions).toEqual([{ inputValue: 48, metricValue: 96 }])
    expect(seekGoal(metric, { target: 97, from: 1, to: 200 })).toMatchObject({
      solutions: [],
      reason: 'whole_numbers_only',
      nearest: { inputValue: expect.toSatisfy((x: number) => x === 48 || x === 49) },
    })
  })

  it('searches whole numbers only if each of them can be distinguished from the next', () => {
    const metric = { start: 100, unit: 'count', cost: 1, valueAt: (x: number) => 1e7 / x } as const
    expect(seekGoal(metric, { target: 1.637e-10, from: 1, to: 142_857_142_857_142_860 })).toMatchObject({
      solutions: [],
      reason: 'out_of_reach',
      from: 1,
      to: Number.MAX_SAFE_INTEGER,
    })
  })

  it('computes a large model within its budget, and reports that there can be more solutions', () => {
    let count = 0
    const valueAt = (x: number) => {
      count += 1
      return Math.sin(x * 3)
    }
    const metric = { start: 0.1, unit: 'ratio', cost: 200_000, valueAt } as const
    const { solutions, reason } = seekGoal(metric, { target: 0, from: -10, to: 10 })
    expect(count).toBeLessThanOrEqual(10 + 1 + 30 + 5)
    expect([solutions.length > 0, reason]).toEqual([true, 'cut_short'])
  })

  it('reports that a metric is not a number anywhere in the range', () => {
    const metric = { start: 1, unit: 'ratio', cost: 1, valueAt: () => null } as const
    expect(seekGoal(metric, { target: 1, from: 0, to: 2 })).toMatchObject({ solutions: [], reason: 'not_a_number' })
  })

  it('uses the formulas of the catalog for a deal without formulas of its own', () => {
    const values = new Map([
      ['noi', 1_000_000],
      ['purchase_price', 20_000_000],
      ['going_in_cap_rate_pct', 5],
    ])
    const metric = catalogueFunction(values, { input: 'purchase_price', metricKey: 'going_in_cap_rate_pct' }, undefined)
    if (metric === undefined) throw new Error('The catalogue does not know the cap rate')
    const { solutions } = seekGoal(metric, { target: 6.25, from: 1_000_000, to: 60_000_000 })
    expect(solutions[0]?.inputValue).toBeCloseTo(16_000_000, 0)
  })
})

describe('strongest inputs of a computed metric', () => {
  it('stops searching for the strongest inputs when the request is canceled', () => {
    const deal = open()
    const before = bitsOf(deal.calculator)
    let looks = 0
    const look = () => {
      looks += 1
      if (looks > 2) throw new Error('Nobody waits')
    }
    expect(() => strongestInputs(deal.calculator, deal.map.matches, 'noi', look)).toThrow('Nobody waits')
    expect(looks).toBe(3)
    expect(bitsOf(deal.calculator)).toEqual(before)
  })

  it('returns the inputs that move a metric most when each rises by one percent', () => {
    const deal = open()
    const computed = deal.ripple([{ metricKey: 'exit_cap_rate_pct', value: 5 }]).impacts[0]?.metricKey ?? ''
    const found = strongestInputs(deal.calculator, deal.map.matches, computed)
    expect(found.map(({ metricKey }) => metricKey)).toContain('exit_cap_rate_pct')
    for (const { metricKey, elasticity } of found) {
      const present = whileVarying(
        deal.calculator,
        deal.map.matches,
        { input: metricKey, metricKey: computed },
        (goal) => ({
          start: goal.start,
          worth: goal.valueAt(goal.start) ?? 0,
        }),
      )
      const after = deal
        .ripple([{ metricKey, value: (present?.start ?? 0) * 1.01 }])
        .impacts.find((impact) => impact.metricKey === computed)?.after
      const worth = present?.worth ?? 0
      expect(((Number(after) - worth) / Math.abs(worth)) * 100).toBeCloseTo(elasticity, 6)
    }
    const sizes = found.map(({ elasticity }) => Math.abs(elasticity))
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(found.length).toBeLessThanOrEqual(5)
  })
})
