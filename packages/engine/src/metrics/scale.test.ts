import { describe, expect, it } from 'vitest'
import { scaleIn } from './scale.ts'

describe('scale of amounts', () => {
  it.each([
    ['$000s', 1e3],
    ["Income Statement ($'000)", 1e3],
    ['Revenue (in thousands)', 1e3],
    ['$K', 1e3],
    ['($ in millions)', 1e6],
    ['Revenue, $mm', 1e6],
    ['£m', 1e6],
    ['USD bn', 1e9],
    ['Total Debt (₹ Cr, FY26)', 1e7],
    ['Income Statement (Consolidated, Rs. in Crores)', 1e7],
  ])('reads the scale of amounts from %s', (text, factor) => {
    expect(scaleIn(text)).toBe(factor)
  })

  it.each(['Revenue', 'S&M', 'All amounts in US$', 'Market cap', 'k of n', 'Purchase Price ($)', 'in March', '1,000'])(
    'finds no scale of amounts in %s',
    (text) => {
      expect(scaleIn(text)).toBeUndefined()
    },
  )
})
