import { describe, expect, it } from 'vitest'
import { formatChange, formatMetric, formatPercentChange, isMetricUnit } from './metric.ts'

describe('metric values', () => {
  it.each([
    [18.16, 'percentage_points', '18.2%'],
    [5.5, 'percentage_points', '5.50%'],
    [-0.4, 'percentage_points', '−0.40%'],
    [-0.001, 'percentage_points', '0.00%'],
    [52_400_000, 'currency', '$52.40M'],
    [152_400_000, 'currency', '$152.4M'],
    [2_150_000_000, 'currency', '$2.15B'],
    [211_290, 'currency', '$211,290'],
    [999_600, 'currency', '$1.00M'],
    [175, 'currency', '$175'],
    [1.5, 'currency', '$1.50'],
    [-19_873_000, 'currency', '−$19.87M'],
    [2.214, 'multiple_x', '2.21x'],
    [-0.001, 'multiple_x', '0.00x'],
    [0.68, 'ratio', '0.68'],
    [248, 'count', '248'],
    [12_500, 'square_feet', '12,500 sf'],
    [60, 'months', '60 mo'],
    [45_976, 'date', 'Nov 15, 2025'],
    [1e12, 'date', '1,000,000,000,000'],
  ] as const)('formats %s %s as %s', (value, unit, formatted) => {
    expect(formatMetric(value, unit)).toBe(formatted)
  })

  it('formats a metric value in the given currency', () => {
    expect(formatMetric(52_400_000, 'currency', 'EUR')).toBe('€52.40M')
    expect(formatMetric(1_250, 'currency', 'CHF')).toBe('CHF\u00a01,250')
  })
})

describe('metric changes', () => {
  it.each([
    [-3.69, 'percentage_points', '−369 bp'],
    [0.25, 'percentage_points', '+25 bp'],
    [-4_700_000, 'currency', '−$4.70M'],
    [0.3, 'multiple_x', '+0.30x'],
    [0, 'multiple_x', '0.00x'],
    [31, 'date', '+31 d'],
  ] as const)('formats a change of %s %s as %s', (delta, unit, formatted) => {
    expect(formatChange(delta, unit)).toBe(formatted)
  })

  it('formats a percent change with a sign and one decimal, and zero without a sign', () => {
    expect([-20.31, 4, -0.01].map(formatPercentChange)).toEqual(['−20.3%', '+4.0%', '0.0%'])
  })
})

it('recognizes its own metric units and no others', () => {
  expect(['currency', 'date', 'furlongs', 'toString'].map(isMetricUnit)).toEqual([true, true, false, false])
})
