import { describe, expect, it } from 'vitest'
import { metricFormatter } from './metric-series.ts'

const formatted = (...[values, ...rest]: Parameters<typeof metricFormatter>): string[] =>
  values.map(metricFormatter(values, ...rest))

describe('values side by side', () => {
  it('have the same decimals', () => {
    expect(formatted([9.87, 15.72, -3.4], 'percentage_points')).toEqual(['9.9%', '15.7%', '−3.4%'])
    expect(formatted([5.5, 6.125], 'percentage_points')).toEqual(['5.50%', '6.13%'])
    expect(formatted([9_870_000, 152_000_000], 'currency')).toEqual(['$9.9M', '$152.0M'])
    expect(formatted([60, 61], 'months')).toEqual(['60 mo', '61 mo'])
  })

  it('show chosen values exactly', () => {
    expect(formatted([4.75, 5, 15.5], 'percentage_points', { isExact: true })).toEqual(['4.75%', '5.00%', '15.50%'])
    expect(formatted([2, 2.5], 'percentage_points', { isExact: true })).toEqual(['2.0%', '2.5%'])
    expect(formatted([10, 10.125], 'multiple_x', { isExact: true })).toEqual(['10.000x', '10.125x'])
    expect(formatted([20_000_000, 21_000_000], 'currency', { isExact: true })).toEqual(['$20.00M', '$21.00M'])
    expect(formatted([20_000_000, 20_001_000], 'currency', { isExact: true })).toEqual(['$20,000,000', '$20,001,000'])
  })

  it('are in the currency of the deal', () => {
    expect(formatted([1_200_000], 'currency', { currency: 'EUR' })).toEqual(['€1.20M'])
  })
})
