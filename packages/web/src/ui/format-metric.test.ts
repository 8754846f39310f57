import { describe, expect, it } from 'vitest'
import { formatChange, formatMetric, formatShare, openCurrencySign, tellMoneyIn } from './format-metric.ts'

describe('a number of the model in words', () => {
  it.each([
    [18.16, 'percentage_points', '18.2%'],
    [5.5, 'percentage_points', '5.50%'],
    [-0.4, 'percentage_points', '−0.40%'],
    [52_400_000, 'currency', '$52.40M'],
    [152_400_000, 'currency', '$152.4M'],
    [2_150_000_000, 'currency', '$2.15B'],
    [211_290, 'currency', '$211,290'],
    [999_600, 'currency', '$1.00M'],
    [175, 'currency', '$175'],
    [1.5, 'currency', '$1.50'],
    [-19_873_000, 'currency', '−$19.87M'],
    [2.214, 'multiple_x', '2.21x'],
    [0.68, 'ratio', '0.68'],
    [248, 'count', '248'],
    [12_500, 'square_feet', '12,500 sf'],
    [60, 'months', '60 mo'],
    [45_976, 'date', '15 Nov 2025'],
    [-0.001, 'multiple_x', '0.00x'],
    [null, 'currency', 'n/a'],
  ] as const)('%s %s is %s', (value, unit, words) => {
    expect(formatMetric(value, unit)).toBe(words)
  })

  it.each([
    [-3.69, 'percentage_points', '−369 bp'],
    [0.25, 'percentage_points', '+25 bp'],
    [-4_700_000, 'currency', '−$4.70M'],
    [0.3, 'multiple_x', '+0.30x'],
    [0, 'multiple_x', '0.00x'],
    [31, 'date', '+31 d'],
    [null, 'ratio', 'n/a'],
  ] as const)('a change of %s %s is %s', (delta, unit, words) => {
    expect(formatChange(delta, unit)).toBe(words)
  })

  it('a share has one decimal and its sign, nothing has none', () => {
    expect([formatShare(-20.31), formatShare(4), formatShare(-0.01), formatShare(null)]).toEqual([
      '−20.3%',
      '+4.0%',
      '0.0%',
      'n/a',
    ])
  })
})

describe('the sign of the currency of a deal', () => {
  it('follows the deal that is open', () => {
    expect(openCurrencySign()).toBe('$')
    tellMoneyIn('INR')
    expect(openCurrencySign()).toBe('₹')
    tellMoneyIn('USD')
  })
})
