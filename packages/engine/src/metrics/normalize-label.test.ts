import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeLabel } from './normalize-label.ts'

describe('label normalization', () => {
  it.each([
    ['Net Operating Income', 'net operating income'],
    ['  Adj. EBITDA:  ', 'adj ebitda'],
    ['SG&A', 'sg a'],
    ['Depreciation and Amortisation', 'depreciation amortization'],
    ['LTV:CAC', 'ltv cac'],
    ['EV / EBITDA', 'ev ebitda'],
    ['# Units', 'units'],
    ['Δ NWC', 'δ nwc'],
    ['Break–even', 'break even'],
    ['T-12 NOI', 't12 noi'],
    ['Rule of 40', 'rule of 40'],
    ['Top-10 Customers', 'top 10 customers'],
  ])('lowercases a label and removes punctuation: %s', (label, normal) => {
    expect(normalizeLabel(label)).toBe(normal)
  })

  it.each([
    ['Hold Period (years)', 'hold period'],
    ['Purchase Price ($000s)', 'purchase price'],
    ["Purchase Price ('000)", 'purchase price'],
    ['Revenue (in millions)', 'revenue'],
    ['Revenue ($ in millions)', 'revenue'],
    ['Revenue, $mm', 'revenue'],
    ['Revenue in thousands', 'revenue'],
    ['Starting MRR(£)', 'starting mrr'],
    ['R&D Expenses (£/month)', 'r d expenses'],
    ['Total Debt (₹ Cr, FY26)', 'total debt'],
    ['Purchase Price ($)', 'purchase price'],
    ['Loan Amount $', 'loan amount'],
  ])('removes the unit from a label: %s', (label, normal) => {
    expect(normalizeLabel(label)).toBe(normal)
  })

  it.each([
    ['NOI - Year 1', 'noi'],
    ['Revenue FY2024A', 'revenue'],
    ['Revenue 2025E', 'revenue'],
    ['EBITDA (LTM)', 'ebitda'],
    ['NOI, T-12', 'noi'],
    ['Revenue Q1 2024', 'revenue'],
    ['Year 1 NOI', 'year 1 noi'],
    ['2024', '2024'],
  ])('removes the period at the end of a label: %s', (label, normal) => {
    expect(normalizeLabel(label)).toBe(normal)
  })

  it.each([
    ['EBITDA %', 'ebitda %'],
    ['GM%', 'gm %'],
    ['% Growth', '% growth'],
    ['Tax rate (%)', 'tax rate %'],
    ['Occupancy pct', 'occupancy %'],
    ['DSCR (x)', 'dscr x'],
    ['$/SF', 'per sf'],
    ['$/Unit', 'per unit'],
    ['S&M', 's m'],
  ])('keeps the parts of a label that make it another metric: %s', (label, normal) => {
    expect(normalizeLabel(label)).toBe(normal)
  })

  it('is idempotent when it normalizes a label', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('NOI', ' ', '%', 'x', '-', '($000s)', '(', ')', 'Exit', 'cap', '&', '.')),
        (parts) => {
          const once = normalizeLabel(parts.join(''))
          expect(normalizeLabel(once)).toBe(once)
        },
      ),
    )
  })

  it.each(['m', ' ', '$', 'fy', '(m', '- ', 'in ', '000 ', '1'])(
    'normalizes a label full of "%s" without excessive backtracking',
    (part) => {
      const label = `NOI (${part.repeat(200)}`
      expect(normalizeLabel(label)).toMatch(/^noi/)
    },
  )
})
