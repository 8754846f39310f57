import { describe, expect, it } from 'vitest'
import { derive } from '../derive.ts'
import { citedIn, readFormula } from '../formula.ts'
import { readableFormula } from '../readable-formula.ts'
import { catalogue, kindOf, placeOf } from './catalogue.ts'
import { metricDomains, metricUnits } from './metric-kind.ts'

const formulas = catalogue.flatMap(({ key, formula, alternatives }) =>
  [...(formula === null ? [] : [formula]), ...alternatives].map((text) => ({ key, text })),
)

describe('metric catalog', () => {
  it('lists each metric once, under a key that a text can cite', () => {
    expect(new Set(catalogue.map(({ key }) => key)).size).toBe(catalogue.length)
    for (const { key } of catalogue) expect(key).toMatch(/^[a-z][a-z0-9_]{0,79}$/)
  })

  it('gives each metric a unique label within a deal type', () => {
    for (const domain of metricDomains) {
      const labels = catalogue.filter(({ domains }) => domains.includes(domain)).map(({ label }) => label)
      expect(labels.length).toBeGreaterThan(20)
      expect(labels.filter((label, place) => labels.indexOf(label) !== place)).toEqual([])
    }
    for (const { label, synonyms } of catalogue) {
      expect(label).toMatch(/^\S.{0,118}\S$/)
      expect([label, new Set(synonyms).size]).toEqual([label, synonyms.length])
      expect(synonyms).not.toContain(label)
    }
  })

  it('measures each metric in a known unit, and a rate in percentage points', () => {
    for (const { key, unit } of catalogue) {
      expect(metricUnits).toContain(unit)
      if (key.endsWith('_pct')) expect([key, unit]).toEqual([key, 'percentage_points'])
      if (key.endsWith('_months')) expect([key, unit]).toEqual([key, 'months'])
    }
  })

  it('gives every number that is not an amount of money or a date a range, from low to high', () => {
    for (const { key, unit, range, sign } of catalogue) {
      if (unit !== 'currency' && unit !== 'date') expect([key, range]).not.toEqual([key, null])
      if (range !== null) expect(range[0]).toBeLessThan(range[1])
      if (range !== null && sign === 'positive') expect([key, range[0] >= 0]).toEqual([key, true])
    }
  })

  it('computes metrics only from known metrics, never from themselves', () => {
    expect(formulas.length).toBeGreaterThan(80)
    for (const { key, text } of formulas) {
      const cited = citedIn(readFormula(text))
      expect(cited.length).toBeGreaterThan(0)
      expect(cited).not.toContain(key)
      expect(cited.filter((metricKey) => kindOf(metricKey) === undefined)).toEqual([])
    }
    for (const { key, formula, zeroIfMissing } of catalogue) {
      const cited = formula === null ? [] : citedIn(readFormula(formula))
      expect([key, zeroIfMissing.filter((metricKey) => !cited.includes(metricKey))]).toEqual([key, []])
    }
  })

  it('provides everything a formula needs within its own deal type, or treats it as zero', () => {
    for (const { key, formula, domains, zeroIfMissing } of catalogue) {
      if (formula === null) continue
      for (const cited of citedIn(readFormula(formula)).filter((metricKey) => !zeroIfMissing.includes(metricKey))) {
        expect([key, cited, domains.filter((domain) => !kindOf(cited)?.domains.includes(domain))]).toEqual([
          key,
          cited,
          [],
        ])
      }
    }
  })

  it('has no circular formulas: everything follows from all inputs', () => {
    const inputs = Object.fromEntries(catalogue.filter(({ formula }) => formula === null).map(({ key }) => [key, 7]))
    const known = derive({ ...inputs, cogs: 3, sga_expense: 2, new_arr: 20 })
    expect(catalogue.filter(({ key }) => !known.has(key)).map(({ key }) => key)).toEqual([])
  })

  it('writes every formula in words, in which an operator is never part of a name', () => {
    expect(readableFormula('noi / purchase_price * 100')).toBe('Net Operating Income / Purchase Price × 100')
    expect(readableFormula('moic ** (12 / hold_period_months) - 1')).toBe('MOIC ^ (12 / Hold Period) − 1')
    expect(readableFormula('debt_service(loan_amount, interest_rate_pct, amortization_months)')).toBe(
      'debt service(Loan Amount, Interest Rate (blended), Amortization Term)',
    )
    for (const { text } of formulas) {
      for (const key of citedIn(readFormula(text))) expect(kindOf(key)?.label ?? '').not.toMatch(/[×^*/+−,]| - /)
    }
  })

  it('sorts unknown metrics after all known ones', () => {
    expect(catalogue.map(({ key }) => placeOf(key))).toEqual(catalogue.map((_, place) => place))
    expect(placeOf('constructor')).toBe(catalogue.length)
  })
})

describe('metrics derived from given numbers', () => {
  it('derives everything that can be computed, and never replaces given numbers', () => {
    const given = { effective_gross_income: 100, total_operating_expenses: 40, purchase_price: 1_000 }
    const known = derive(given)
    expect(known.get('noi')).toBe(60)
    expect(known.get('going_in_cap_rate_pct')).toBe(6)
    expect(known.has('dscr')).toBe(false)
    expect(derive({ ...given, noi: 50 }).get('going_in_cap_rate_pct')).toBe(5)
  })

  it('treats a term that this deal type does not have as zero', () => {
    expect(derive({ noi: 60, replacement_reserves: 10 }).get('property_cash_flow')).toBe(50)
  })
})
