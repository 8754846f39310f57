import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMetricKey, nearestMetricKeys } from './metric-keys.ts'

const keys = ['exit_cap_rate_pct', 'going_in_cap_rate_pct', 'noi', 'hold_period_months', 'purchase_price', 'exit_noi']

describe('metric lookup', () => {
  it.each([
    ['exit_cap_rate_pct', 'exit_cap_rate_pct'],
    ['exit_cap_rate', 'exit_cap_rate_pct'],
    ['hold_period', 'hold_period_months'],
    ['Exit Cap', 'exit_cap_rate_pct'],
    ['Net Operating Income', 'noi'],
  ])('finds a metric by %s', (text, key) => {
    expect(findMetricKey(text, keys)).toBe(key)
  })

  it('finds a metric only among the known ones, and never by a part of its name', () => {
    expect(findMetricKey('cap', keys)).toBeUndefined()
    expect(findMetricKey('dscr', keys)).toBeUndefined()
    expect(findMetricKey('__proto__', keys)).toBeUndefined()
  })
})

describe('nearest metrics', () => {
  it.each([
    ['exit_cap', 'exit_cap_rate_pct'],
    ['nio', 'noi'],
    ['purchse_price', 'purchase_price'],
    ['purchase', 'purchase_price'],
  ])('suggests the intended metric first for %s', (text, key) => {
    expect(nearestMetricKeys(text, keys)[0]).toBe(key)
  })

  it('never suggests more metrics than requested, for any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => nearestMetricKeys(text).length === 3))
  })
})
