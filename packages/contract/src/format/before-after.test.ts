import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MetricUnit } from '../metrics.ts'
import { formatBeforeAfter } from './before-after.ts'

const pair = (key: string, unit: MetricUnit, before: number | null, after: number | null): string => {
  const formatted = formatBeforeAfter({ metric_key: key, unit, before, after }, { missing: 'n/a' })
  return `${formatted.before} → ${formatted.after}`
}

describe('before and after values of a metric', () => {
  it.each<[string, MetricUnit, number | null, number | null, string]>([
    ['levered_irr_pct', 'percentage_points', 10.3, 8.64, '10.3% → 8.6%'],
    ['exit_cap_rate_pct', 'percentage_points', 5.25, 10.5, '5.25% → 10.50%'],
    ['debt_yield_pct', 'percentage_points', 9.87, 10.02, '9.87% → 10.02%'],
    ['development_spread_pct', 'percentage_points', 1.5, -0.25, '150 bp → −25 bp'],
    ['net_sale_proceeds', 'currency', 95_200_000, 101_300_000, '$95.2M → $101.3M'],
    ['noi', 'currency', 999_000, 1_200_000, '$1.00M → $1.20M'],
    ['rent', 'currency', 12, 11.5, '$12.00 → $11.50'],
    ['equity', 'currency', 152_400_000, 12_000, '$152.4M → $12,000'],
    ['moic', 'multiple_x', 2.5, 1.987, '2.50x → 1.99x'],
    ['units', 'count', 248, 247.5, '248.0 → 247.5'],
    ['units', 'count', 248, 247, '248 → 247'],
    ['hold', 'months', 60, 62.25, '60.00 mo → 62.25 mo'],
    ['levered_irr_pct', 'percentage_points', null, 8.64, 'n/a → 8.6%'],
    ['levered_irr_pct', 'percentage_points', 0.2, -0.01, '0.2% → 0.0%'],
    ['closing', 'date', 45_976, 45_977, 'Nov 15, 2025 → Nov 16, 2025'],
  ])('formats %s (%s) from %s to %s as %s', (key, unit, before, after, expected) => {
    expect(pair(key, unit, before, after)).toBe(expected)
  })

  it('formats before and after values in the currency of the deal', () => {
    const move = { metric_key: 'noi', unit: 'currency', before: 999_000, after: 1_200_000 } as const
    expect(formatBeforeAfter(move, { missing: 'n/a', currency: 'EUR' })).toEqual({ before: '€1.00M', after: '€1.20M' })
  })

  it('formats before and after values with the same number of decimals, whatever their size', () => {
    const decimals = (text: string): number => (/\.(\d+)/.exec(text)?.[1] ?? '').length
    const percent = fc.double({ min: -500, max: 500, noNaN: true })
    fc.assert(
      fc.property(percent, percent, (before, after) => {
        const formatted = formatBeforeAfter(
          { metric_key: 'levered_irr_pct', unit: 'percentage_points', before, after },
          { missing: 'n/a' },
        )
        expect(decimals(formatted.before)).toBe(1)
        expect(decimals(formatted.after)).toBe(1)
      }),
    )
  })
})
