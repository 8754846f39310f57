import { describe, expect, it } from 'vitest'
import { findingsOf, metric } from '../testing/findings-of.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'
import type { CheckId } from './catalogue.ts'

const rows = (check: CheckId, ...given: SmallCell[][]) => findingsOf(check, smallBook({ Model: rowsFrom('A1', given) }))

describe('sources and uses', () => {
  it('must be equal', () => {
    const found = rows('sources_ne_uses', ['Total Sources', 1000, null, 'Total Uses', 990])
    expect(found).toMatchObject([{ severity: 'critical', cell: 'B1', message: expect.stringContaining('990') }])
  })
  it('are equal within rounding', () => {
    expect(rows('sources_ne_uses', ['Total sources', 1000], ['Total uses', 1000.4])).toEqual([])
  })
  it('are taken from the mapped metrics where there are any', () => {
    const metrics = [metric('total_sources', 500), metric('total_uses', 600, { row: 1 })]
    expect(findingsOf('sources_ne_uses', smallBook({ Model: { A1: 1 } }), metrics)).toMatchObject([{ cell: 'B1' }])
  })
})

describe('a balance sheet', () => {
  const assets = ['Total Assets', 100, 200, 300]
  it('must balance in each period', () => {
    const found = rows('balance_sheet_unbalanced', assets, ['Total Liabilities & Equity', 100, 210, 300])
    expect(found).toMatchObject([
      { severity: 'critical', cell: 'C1', message: expect.stringContaining('1 period of 3 out of balance') },
    ])
  })
  it('balances within rounding', () => {
    const others = ["Total Liabilities and Shareholders' Equity", 100.004, 200, 300]
    expect(rows('balance_sheet_unbalanced', assets, others)).toEqual([])
  })
})

describe('cash and balances', () => {
  const years = ['', 2024, 2025, 2026, 2027]
  it('must be the same in the cash flow and on the balance sheet', () => {
    const book = (cash: number) =>
      smallBook({
        Cash: rowsFrom('A1', [years, ['Ending cash', 10, 20, 30, 40]]),
        Balance: rowsFrom('A1', [years, ['Cash', 10, 20, cash, 40], ['Total assets', 50, 60, 70, 80]]),
      })
    expect(findingsOf('cash_tie_out', book(31))).toMatchObject([{ severity: 'critical', sheet: 'Cash', cell: 'D2' }])
    expect(findingsOf('cash_tie_out', book(30))).toEqual([])
  })
  it('must start where the period before ended', () => {
    const debt = (third: number): SmallCell[][] => [
      ['Opening balance', 100, 90, 80, 70, third, 50],
      ['Repayment', -10, -10, -10, -10, -10, -10],
      ['Closing balance', 90, 80, 70, 60, 50, 40],
    ]
    expect(rows('cash_tie_out', ...debt(65))).toMatchObject([
      { cell: 'F1', message: expect.stringContaining('ended at 60') },
    ])
    expect(rows('cash_tie_out', ...debt(60))).toEqual([])
  })
})

describe('a timeline', () => {
  const month = (value: number) => ({ value, format: 'mmm-yy' })
  // The ends of January to June 2024.
  const ends = [45_322, 45_351, 45_382, 45_412, 45_443, 45_473]
  it('must not skip or repeat a period', () => {
    const skipping = ends.filter((_, n) => n !== 3).map(month)
    expect(rows('date_gap', ['', ...skipping])).toMatchObject([
      { severity: 'high', cell: 'E1', message: 'The monthly timeline skips at column E.' },
    ])
    expect(rows('date_gap', ['', 2022, 2023, 2025, 2026, 2027])).toMatchObject([
      { cell: 'D1', message: 'The yearly timeline skips at column D.' },
    ])
  })
  it('may repeat the last actual year, begin again in a second table, or have a stub period', () => {
    expect(rows('date_gap', ['', 2024, 2025, 2025, 2026, 2027])).toEqual([])
    expect(rows('date_gap', ['', 2024, 2025, 2026, 2024, 2025, 2026])).toEqual([])
    const stub = [45_291, 45_473, 45_657, 46_022, 46_387].map(month)
    expect(rows('date_gap', ['', ...stub])).toEqual([])
  })
  it('may leave out the same quarter of each year', () => {
    const quarters = [44_651, 44_742, 44_834, 45_016, 45_107, 45_199, 45_382, 45_473, 45_565].map(month)
    expect(rows('date_gap', ['', ...quarters])).toEqual([])
  })
  it('may be monthly or yearly', () => {
    expect(rows('date_gap', ['', ...ends.map(month)], ['', 2024, 2025, 2026, 2027])).toEqual([])
  })
  it('is no row of other dates', () => {
    expect(rows('date_gap', ['Expiry', ...[45_322, 46_000, 45_400, 47_000, 45_700].map(month)])).toEqual([])
  })
})

describe('signs of costs', () => {
  it('must not flip inside a row', () => {
    const found = rows('sign_convention', ['Insurance expense', -10, -11, 12, -13, -14])
    expect(found).toMatchObject([{ severity: 'medium', cell: 'D1' }])
  })
  it('must be those of the costs around', () => {
    const found = rows(
      'sign_convention',
      ['Payroll', -1, -2],
      ['Marketing', -1, -2],
      ['Insurance', 3, 4],
      ['Utilities', -5, -6],
    )
    expect(found).toMatchObject([{ cell: 'B3:C3', message: expect.stringContaining('“Insurance” is positive') }])
  })
  it('may be either where a line can be both', () => {
    expect(rows('sign_convention', ['Change in accrued expenses', -10, -11, 12, -13, -14])).toEqual([])
    expect(rows('sign_convention', ['Insurance expense', -10, -11, -12, -13, -14])).toEqual([])
  })
})

describe('a rent roll', () => {
  const roll = (...units: SmallCell[][]): SmallCell[][] => [['Unit', 'Status', 'Monthly rent'], ...units]
  const four = [
    ['101', 'Occupied', 1000],
    ['102', 'Occupied', 1100],
    ['103', 'Vacant', 0],
    ['104', 'Occupied', 1200],
  ]
  it('must not have a unit twice', () => {
    expect(rows('rent_roll_tie', ...roll(...four, ['104', 'Occupied', 900]))).toMatchObject([
      { severity: 'high', cell: 'A5:A6', message: expect.stringContaining('104') },
    ])
  })
  it('must have rents for occupied units', () => {
    expect(rows('rent_roll_tie', ...roll(...four, ['105', 'Occupied', 0]))).toMatchObject([{ cell: 'C6' }])
  })
  it('must add up to its total and to the units of the model', () => {
    expect(rows('rent_roll_tie', ...roll(...four, ['Total', null, 3600]))).toMatchObject([{ cell: 'C6' }])
    const book = smallBook({ Rents: rowsFrom('A1', roll(...four)) })
    expect(findingsOf('rent_roll_tie', book, [metric('unit_count', 5)])).toMatchObject([
      { message: 'The rent roll has 4 units, but the model says 5.' },
    ])
  })
  it('that adds up is in order', () => {
    const book = smallBook({ Rents: rowsFrom('A1', roll(...four, ['Total', null, 3300])) })
    expect(findingsOf('rent_roll_tie', book, [metric('unit_count', 4)])).toEqual([])
  })
})

describe('hidden sheets', () => {
  it('are told where they feed visible formulas', () => {
    const book = smallBook({ Model: { A1: '=Hidden!A1*2' }, Hidden: { A1: 5 } })
    expect(findingsOf('hidden_sheet', book)).toMatchObject([
      { severity: 'medium', sheet: 'Hidden', cell: 'A1', impact: { dependents: 1 } },
    ])
  })
  it('are not told where nothing visible reads them', () => {
    expect(findingsOf('hidden_sheet', smallBook({ Model: { A1: '=B1' }, Hidden: { A1: 5, B1: '=A1' } }))).toEqual([])
  })
})

describe('the model’s own checks', () => {
  it('are missed where there are none', () => {
    expect(rows('no_check_sheet', ['Rent', 1, '=B1*2'])).toMatchObject([{ severity: 'low', sheet: null, cell: null }])
    expect(rows('no_check_sheet', ['Balance check', '=1-1'])).toEqual([])
    expect(findingsOf('no_check_sheet', smallBook({ Checks: { A1: 1 } }))).toEqual([])
  })
  it('are told where they fail', () => {
    const found = rows(
      'failed_model_check',
      ['Assets', 10, 20],
      ['Debts', 10, 15],
      ['Balance check', '=B1-B2', '=C1-C2'],
    )
    expect(found).toMatchObject([{ severity: 'critical', cell: 'C3', message: '“Balance check” says 5.' }])
    expect(rows('failed_model_check', ['Check', '=1=2'])).toMatchObject([{ cell: 'B1' }])
    expect(rows('failed_model_check', ['Check', '=IF(1=2,"OK","ERROR")'])).toMatchObject([{ cell: 'B1' }])
    const differences = ['Difference', '=1-1', '=2-2', '=3-3', '=4-3']
    expect(rows('failed_model_check', differences)).toMatchObject([{ cell: 'E1' }])
  })
  it('are not told where they hold, and ratios are none', () => {
    expect(rows('failed_model_check', ['Check', '=1-1', '=IF(1=1,1,0)', '=IF(1=1,"OK","ERROR")', '=1=1'])).toEqual([])
    expect(rows('failed_model_check', ['Terminal value share (sanity check)', '=3/4'])).toEqual([])
    expect(rows('failed_model_check', ['Difference', '=5-1', '=6-1', '=7-1', '=8-1'])).toEqual([])
  })
})

describe('the scenario', () => {
  it('should be the base case', () => {
    const found = rows('scenario_not_base', ['Scenario', 3, 'Downside'])
    expect(found).toMatchObject([{ severity: 'medium', cell: 'C1', message: expect.stringContaining('“Downside”') }])
  })
  it('is the base case, or is the heading of a table of cases', () => {
    expect(rows('scenario_not_base', ['Active case', 'Base case'])).toEqual([])
    expect(rows('scenario_not_base', ['Scenario', 'Downside', 'Base', 'Upside'])).toEqual([])
  })
})
