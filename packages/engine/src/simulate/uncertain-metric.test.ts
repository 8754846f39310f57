import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import type { MetricUnit } from '../metrics/catalogue/metric-kind.ts'
import { smallBook } from '../testing/small-book.ts'
import { uncertainMetric } from './uncertain-metric.ts'

const given = (held: number, formula = '=A1*2') => {
  const calculator = openCalculator(smallBook({ Model: { A1: held, B1: formula } }))
  return (metricKey: string, unit: MetricUnit, scale: number, more: Parameters<typeof uncertainMetric>[2] = {}) =>
    uncertainMetric(calculator, { metricKey, unit, scale, sheet: 'Model', row: 0, column: 0 }, more)
}

describe('uncertain metrics of a workbook', () => {
  it('gives a metric the range of its kind, or the requested one', () => {
    const rate = given(0.055)
    expect(rate('exit_cap_rate_pct', 'percentage_points', 100, { value: 6 })).toMatchObject({
      base: 5.5,
      value: 6,
      distribution: { kind: 'pert', width: 0.75 },
      step: undefined,
      range: [1, 20],
    })
    expect(rate('exit_cap_rate_pct', 'percentage_points', 100, { value: 6, spread: 0.1 })?.distribution).toEqual({
      kind: 'pert',
      width: expect.closeTo(0.6, 12),
    })
  })

  it('keeps a price fixed, unless its change is the question', () => {
    const price = given(1_000_000)
    expect(price('purchase_price', 'currency', 1)?.distribution).toMatchObject({ width: 0 })
    expect(price('purchase_price', 'currency', 1, { value: 900_000 })?.distribution).toMatchObject({ width: 45_000 })
  })

  it('varies around a new value of zero as widely as around the old one', () => {
    expect(given(200_000)('capex', 'currency', 1, { value: 0 })?.distribution).toMatchObject({ width: 20_000 })
  })

  it.each([
    ['whole months', 60, 1, 84, 1],
    ['whole years where the cell holds years', 5, 12, 84, 12],
    ['whole months where the new value is not a whole year', 5, 12, 66, 1],
    ['fractions where the model has one', 52.3, 1, 50, undefined],
  ])('draws a metric in %s', (_, held, scale, value, step) => {
    expect(given(held)('hold_period_months', 'months', scale, { value })?.step).toBe(step)
  })

  it('draws one of the cases for a metric that selects one', () => {
    const selector = given(2, '=CHOOSE(A1,5,6,7)')
    expect(selector('scenario', 'count', 1, { value: 3 })?.distribution).toEqual({
      kind: 'discrete',
      likely: 3,
      choices: [1, 2, 3],
    })
  })

  it('treats a time as a quantity, although a year is looked up like a case', () => {
    const years = given(2, '=INDEX(C1:F1,1,A1)')
    expect(years('hold_period_months', 'months', 12, { value: 36 })).toMatchObject({
      distribution: { kind: 'pert', width: 12 },
      step: 12,
    })
  })

  it('does not vary a date', () => {
    expect(given(46_000)('closing_date', 'date', 1)).toBeUndefined()
  })
})
