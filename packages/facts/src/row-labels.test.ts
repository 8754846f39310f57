import { describe, expect, it } from 'vitest'
import { extractFacts } from './extract-facts.ts'
import type { Fact } from './fact.ts'
import { labelTerm, termOfRowAbove } from './row-labels.ts'

const inTable = (rows: string[][], dealType: 'cre_multifamily' | 'pe_lbo' = 'cre_multifamily'): readonly Fact[] =>
  extractFacts({ kind: 'sheets', title: null, sheets: [{ name: 'Sheet1', rows }] }, { dealType }).facts

describe('labels of rows', () => {
  it.each([
    ['5020 Real Estate Taxes', 'real_estate_taxes'],
    ['5020-000 · Insurance', 'insurance_expense'],
    ['6100.10 - Management Fee', 'management_fee'],
    ['4010: Gross Potential Rent', 'gross_potential_rent'],
  ])('reads "%s" without the number of its account', (label, key) => {
    expect(labelTerm(label, 'cre_multifamily', '')?.key).toBe(key)
  })

  it('takes a year before a label for the period, not for an account', () => {
    const facts = inTable([
      ['Item', 'Amount'],
      ['2025 Real Estate Taxes', '$118,200'],
      ['2026 Real Estate Taxes', '$121,700'],
    ])
    expect(facts.map(({ value, period }) => [value, period?.label])).toEqual([
      [118_200, '2025'],
      [121_700, '2026'],
    ])
  })

  it.each([
    ['Gross potential storage rent', 'cre_multifamily', 'gross_potential_rent'],
    ['Gross potential apartment rent', 'cre_multifamily', 'gross_potential_rent'],
    ['Occupancy at inspection', 'cre_office', 'physical_occupancy_pct'],
    ['Occupancy as of 9/30/2026', 'cre_office', 'physical_occupancy_pct'],
    ['Diligence-adjusted EBITDA', 'pe_lbo', 'adjusted_ebitda'],
    ['Management-adjusted EBITDA', 'pe_lbo', 'adjusted_ebitda'],
  ] as const)('reads "%s" as the metric that its head noun names', (label, domain, key) => {
    expect(labelTerm(label, domain, '')?.key).toBe(key)
  })

  it('keeps the period of a marked-up label', () => {
    const text =
      '| Coverage | Premium |\n|---|---|\n| Property | $27,150 |\n| **Total insurance, year 1** | **$36,900** |'
    const { facts } = extractFacts(
      { kind: 'text', title: null, pages: [{ page: 1, text }] },
      { dealType: 'cre_multifamily' },
    )
    const found = facts.find(({ metricKey }) => metricKey === 'insurance_expense')
    expect([found?.value, found?.period?.label]).toEqual([36_900, 'year 1'])
  })

  it.each([
    ['Growth', 'revenue', 'revenue_growth_pct'],
    ['% growth', 'revenue', 'revenue_growth_pct'],
    ['YoY growth', 'arr', 'arr_growth_pct'],
    ['% margin', 'adjusted_ebitda', 'ebitda_margin_pct'],
    ['Margin', 'reported_ebitda', 'ebitda_margin_pct'],
    ['Growth', 'capex', undefined],
  ])('reads "%s" under %s as %s', (label, key, expected) => {
    const above = { key, term: key, unit: 'currency', sureness: 1 } as const
    expect(termOfRowAbove(label, () => above)?.key).toBe(expected)
  })

  it('multiplies by the scale of the table without noise', () => {
    const facts = inTable(
      [
        ['$ in millions', 'FY2025'],
        ['Net revenue', '71.6'],
        ['Growth', '5.4%'],
        ['Adjusted EBITDA', '16.4'],
      ],
      'pe_lbo',
    )
    expect(facts.map(({ metricKey, value }) => [metricKey, value])).toEqual([
      ['revenue', 71_600_000],
      ['revenue_growth_pct', 5.4],
      ['adjusted_ebitda', 16_400_000],
    ])
  })
})
