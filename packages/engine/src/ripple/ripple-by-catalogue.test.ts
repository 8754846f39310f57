import { describe, expect, it } from 'vitest'
import { rippleByCatalogue } from './ripple-by-catalogue.ts'

const values = new Map([
  ['purchase_price', 20_000_000],
  ['noi', 1_200_000],
  ['loan_amount', 13_000_000],
  ['interest_rate_pct', 6],
  ['amortization_months', 0],
  ['closing_costs', 400_000],
  ['renovation_budget', 0],
])

describe('what-if by catalog formulas', () => {
  it('returns every metric that follows, including through intermediate metrics', () => {
    const { impacts, changed, method } = rippleByCatalogue(values, [{ metricKey: 'purchase_price', value: 24_000_000 }])
    expect(method).toBe('catalogue')
    expect(changed).toMatchObject([{ before: 20_000_000, after: 24_000_000, delta: 4_000_000, deltaPct: 20 }])
    const found = Object.fromEntries(impacts.map((impact) => [impact.metricKey, impact]))
    expect(found['going_in_cap_rate_pct']).toMatchObject({ before: 6, after: 5, depth: 1, method: 'catalogue' })
    expect(found['total_project_cost']).toMatchObject({ before: 20_400_000, after: 24_400_000 })
    expect(found['equity_invested']).toMatchObject({ after: 11_400_000, depth: 2 })
    expect(found['equity_invested']?.path).toEqual(['Purchase Price', 'Total Project Cost', 'Equity Required'])
    expect(found['dscr']).toBeUndefined()
  })

  it('changes nothing if a metric is set to its current value', () => {
    for (const [metricKey, value] of values)
      expect(rippleByCatalogue(values, [{ metricKey, value }]).impacts).toEqual([])
  })

  it('moves a stated value by the formula’s difference if the formula does not give it, and warns', () => {
    // 1,200,000 / 20,000,000 is 6 %, and the deal states 6.5 %.
    const stated = new Map([...values, ['going_in_cap_rate_pct', 6.5]])
    const { impacts, warnings } = rippleByCatalogue(stated, [{ metricKey: 'purchase_price', value: 24_000_000 }])
    expect(impacts.find(({ metricKey }) => metricKey === 'going_in_cap_rate_pct')).toMatchObject({
      before: 6.5,
      after: 5.5,
    })
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'formula_differs', metricKey: 'going_in_cap_rate_pct' }),
    )
  })

  it('keeps a stated value whose formula lacks a number', () => {
    const { impacts } = rippleByCatalogue(
      new Map([
        ['noi', 1_000_000],
        ['effective_gross_income', 1_500_000],
      ]),
      [{ metricKey: 'effective_gross_income', value: 1_600_000 }],
    )
    expect(impacts.find(({ metricKey }) => metricKey === 'noi')).toBeUndefined()
  })

  it('warns about a DSCR below one, a metric that is no longer a number, and an overridden formula', () => {
    const codes = (metricKey: string, value: number) =>
      rippleByCatalogue(values, [{ metricKey, value }]).warnings.map(
        (warning) => `${warning.code} ${warning.metricKey}`,
      )
    expect(codes('interest_rate_pct', 12)).toContain('dscr_below_one dscr')
    expect(codes('purchase_price', 0)).toContain('became_error going_in_cap_rate_pct')
    expect(codes('dscr', 2)).toContain('overrides_formula dscr')
    expect(codes('noi', 1_300_000)).toEqual([])
  })

  it('rejects a metric that the deal does not have, and suggests the nearest', () => {
    expect(() => rippleByCatalogue(values, [{ metricKey: 'purchase_prize', value: 1 }])).toThrow(
      expect.objectContaining({ code: 'unknown_metric', nearest: expect.arrayContaining(['purchase_price']) }),
    )
  })
})
