import { describe, expect, it } from 'vitest'
import { detectDealKind } from './deal-kind.ts'
import { sheetOf } from './testing.ts'

const kindOf = (domain: Parameters<typeof detectDealKind>[1]['domain'], ...labels: string[]) =>
  detectDealKind(
    { sheets: [sheetOf('Model', Object.fromEntries(labels.map((label, n) => [`A${n + 1}`, label])))] },
    { domain, confidence: 0.6 },
  )

const statements = ['Income Statement', 'Balance Sheet', 'Cash Flow from Operations', 'Total Assets']
const valuation = ['WACC', 'Terminal Value', 'PV of FCFF', 'Beta', 'Implied Share Price']

describe('deal kind', () => {
  it.each([
    ['three_statement', statements],
    ['company_dcf', [...statements, ...valuation]],
    ['pe_lbo', [...statements, 'LBO', 'Sponsor Equity', 'Sources & Uses', 'Exit Multiple', 'MOIC']],
    ['merger', [...statements, ...valuation, 'EPS Accretion', 'Dilution', 'Synergies', 'Acquirer']],
    ['project_finance', ['CFADS', 'Minimum DSCR', 'PPA Tariff', 'Capacity (MW)', 'Degradation']],
    ['private_credit', ['Borrower', 'Covenants', 'Term Loan', 'SOFR', 'Collateral']],
    ['other', ['Revenue', 'EBITDA']],
  ])('identifies the kind of a company deal as %s by the words of its model', (kind, labels) => {
    expect(kindOf('pe_lbo', ...labels)).toBe(kind)
  })

  it('identifies a property under construction as a development, and keeps the property type otherwise', () => {
    const building = ['Hard Costs', 'Soft Costs', 'Land Cost', 'Construction Loan']
    expect(kindOf('cre_multifamily', ...building)).toBe('development')
    expect(kindOf('cre_multifamily', ...building.slice(0, 2))).toBe('cre_multifamily')
  })

  it('gives the kind "other" if nothing identifies the deal', () => {
    expect(kindOf(undefined, ...statements, ...valuation)).toBe('other')
    expect(detectDealKind({ sheets: [] }, { domain: 'pe_lbo', confidence: 0.05 })).toBe('other')
  })
})
