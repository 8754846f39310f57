import { describe, expect, it } from 'vitest'
import type { MetricDomain } from './catalogue/metric-kind.ts'
import { createLabelReader, matchLabel } from './match-label.ts'

const keyOf = (label: string, domain?: MetricDomain) => matchLabel(label, domain)[0]?.kind.key
const surenessOf = (label: string, domain: MetricDomain) => matchLabel(label, domain)[0]?.sureness ?? 0

describe('label matching', () => {
  it.each([
    ['Net Operating Income', 'cre_office', 'noi'],
    ['T-12 NOI', 'cre_multifamily', 'noi'],
    ['Going-In Cap', 'cre_office', 'going_in_cap_rate_pct'],
    ['Exit Cap Rate (%)', 'cre_office', 'exit_cap_rate_pct'],
    ['DSCR (x)', 'cre_office', 'dscr'],
    ['Adj. EBITDA', 'pe_lbo', 'adjusted_ebitda'],
    ['EBITDA (Operating Profit)', 'pe_lbo', 'reported_ebitda'],
    ['Customer Acquisition Cost (CAC)', 'saas_growth', 'cac'],
    ['Net Revenue (MRR)', 'saas_growth', 'mrr'],
    ['Less: Capex', 'pe_lbo', 'capex'],
    ['LTV: CAC Ratio', 'saas_growth', 'ltv_cac'],
    ['Hold Period (years)', 'pe_lbo', 'hold_period_months'],
    ['Revenues', 'pe_lbo', 'revenue'],
    ['Reveneue', 'pe_lbo', 'revenue'],
    ['(+) Depreciation & Amortisation', 'pe_lbo', 'depreciation_amortization'],
    ['Sponsor Equity (plug)', 'pe_lbo', 'sponsor_equity'],
    ['FY26A Revenue', 'pe_lbo', 'revenue'],
    ['Exit EV/EBITDA Multiple', 'pe_lbo', 'exit_multiple'],
    ['Internal Rate of Return (IRR)', 'pe_lbo', 'gross_irr_pct'],
    ['Total Consolidated Revenue', 'pe_lbo', 'revenue'],
    ['Levered Equity Multiple', 'cre_office', 'equity_multiple'],
  ] as const)('matches the label %s in %s to %s', (label, domain, key) => {
    expect(keyOf(label, domain)).toBe(key)
  })

  it.each([
    ['EBITDA', 'pe_lbo', 'reported_ebitda'],
    ['EBITDA %', 'pe_lbo', 'ebitda_margin_pct'],
    ['Total Revenue', 'pe_lbo', 'revenue'],
    ['Total Revenue', 'cre_office', 'effective_gross_income'],
    ['OpEx', 'saas_growth', 'sga_expense'],
    ['OpEx', 'cre_office', 'total_operating_expenses'],
    ['IRR', 'pe_lbo', 'gross_irr_pct'],
    ['IRR', 'cre_office', 'levered_irr_pct'],
    ['CoC', 'pe_lbo', 'moic'],
    ['CoC', 'cre_office', 'cash_on_cash_pct'],
    ['Purchase Price', 'pe_lbo', 'enterprise_value'],
    ['Purchase Price', 'cre_office', 'purchase_price'],
    ['CFADS', 'pe_lbo', 'cfads'],
    ['CFADS', 'cre_office', 'cash_flow_after_debt'],
  ] as const)('matches the label %s in %s to what this deal type calls so', (label, domain, key) => {
    expect(keyOf(label, domain)).toBe(key)
  })

  it.each([
    ['Cap Rate', 'Exit Assumptions', 'cre_office', 'exit_cap_rate_pct'],
    ['Internal Rate of Return', 'Leveraged Returns', 'cre_office', 'levered_irr_pct'],
    ['Internal Rate of Return', 'Unleveraged Returns', 'cre_office', 'unlevered_irr_pct'],
    ['Multiple', 'Exit', 'pe_lbo', 'exit_multiple'],
  ] as const)('matches the label %s under %s in %s to %s', (label, heading, domain, key) => {
    expect(matchLabel(label, domain, heading)[0]?.kind.key).toBe(key)
  })

  it.each([
    ['Minimum Cash', 'pe_lbo'],
    ['Target IRR', 'pe_lbo'],
    ['Change in Revenue', 'pe_lbo'],
    ['Net Income', 'cre_multifamily'],
    ['Net Rental Income', 'cre_multifamily'],
    ['NOI Growth', 'cre_office'],
    ['Capex % of Revenue', 'pe_lbo'],
    ['Revenue %', 'pe_lbo'],
    ['Exit', 'cre_office'],
    ['', 'pe_lbo'],
    ['%', 'pe_lbo'],
    [`NOI ${'and more '.repeat(20)}`, 'cre_office'],
  ] as const)('never matches a part of a label: "%s" names nothing', (label, domain) => {
    expect(keyOf(label, domain)).toBeUndefined()
  })

  it('trusts an exact label more than an abbreviation, and that more than reordered words', () => {
    const [written, short, words] = ['Gross Potential Rent', 'GPR', 'Potential Gross Rents'].map((label) =>
      surenessOf(label, 'cre_office'),
    )
    expect(written).toBeGreaterThan(short ?? 1)
    expect(short).toBeGreaterThan(words ?? 1)
    expect(words).toBeGreaterThan(0.5)
  })

  it('matches an ambiguous label to nothing if the deal type is unknown', () => {
    expect(keyOf('IRR')).toBeUndefined()
    expect(keyOf('Exit Cap Rate')).toBe('exit_cap_rate_pct')
  })
})

describe('possible meanings of a label', () => {
  const { possibleMatches } = createLabelReader({ noi: ['Income of the House'] })
  const possible = (label: string, domain: MetricDomain) =>
    possibleMatches(label, domain).map(({ kind, by, isForeign }) => `${kind.key} ${isForeign ? 'foreign' : by}`)

  it('offers the metric that a label names without its unknown words', () => {
    expect(possible('Term Loan Two', 'pe_lbo')).toContain('senior_debt some_words')
    expect(possible('EBITDA Growth', 'pe_lbo')).not.toContain('reported_ebitda some_words')
  })

  it('offers a metric of similar deals if the deal’s own have no such name', () => {
    expect(possible('Total Debt', 'saas_growth')).toContain('total_debt foreign')
    expect(possible('Annual Debt Service', 'pe_lbo')).toContain('annual_debt_service foreign')
  })

  it('offers a metric by an additional name', () => {
    expect(possible('Income of the House', 'cre_office')).toContain('noi label')
    expect(keyOf('Income of the House', 'cre_office')).toBeUndefined()
  })

  it('does not offer an abbreviation in brackets alone if it only repeats the words before it', () => {
    expect(possible('Unleveraged Internal Rate of Return (IRR)', 'cre_office')[0]).toBe('unlevered_irr_pct label')
    expect(possible('Unleveraged Internal Rate of Return (IRR)', 'cre_office')).not.toContain('levered_irr_pct label')
  })
})
