import { afterEach, expect, it } from 'vitest'
import {
  formatBeforeAfter,
  formatChange,
  formatMetric,
  formatShare,
  openCurrencySign,
  tellMoneyIn,
} from './format-metric.ts'

afterEach(() => tellMoneyIn('USD'))

it('says that a missing value is not available', () => {
  expect([formatMetric(null, 'currency'), formatChange(null, 'ratio'), formatShare(null)]).toEqual([
    'n/a',
    'n/a',
    'n/a',
  ])
  const move = { metric_key: 'noi', unit: 'currency', before: null, after: 5 } as const
  expect(formatBeforeAfter(move)).toEqual({ before: 'n/a', after: '$5' })
})

it('formats amounts in the currency of the open deal', () => {
  expect([openCurrencySign(), formatMetric(52_400_000, 'currency')]).toEqual(['$', '$52.40M'])
  tellMoneyIn('INR')
  expect([openCurrencySign(), formatMetric(52_400_000, 'currency')]).toEqual(['₹', '₹52.40M'])
  expect(formatChange(4_700_000, 'currency')).toBe('+₹4.70M')
  const move = { metric_key: 'noi', unit: 'currency', before: 5, after: 6 } as const
  expect(formatBeforeAfter(move)).toEqual({ before: '₹5', after: '₹6' })
})
