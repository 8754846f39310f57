import { describe, expect, it } from 'vitest'
import { findingsOf, metric } from '../testing/findings-of.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'
import type { CheckId } from './catalogue.ts'

const rows = (check: CheckId, ...given: SmallCell[][]) => findingsOf(check, smallBook({ Model: rowsFrom('A1', given) }))

describe('sources and uses', () => {
  it('reports total sources and total uses that differ', () => {
    const found = rows('sources_ne_uses', ['Total Sources', 1000, null, 'Total Uses', 990])
    expect(found).toMatchObject([{ severity: 'critical', cell: 'B1', message: expect.stringContaining('990') }])
  })
  it('accepts sources and uses that are equal within rounding', () => {
    expect(rows('sources_ne_uses', ['Total sources', 1000], ['Total uses', 1000.4])).toEqual([])
  })
  it('prefers mapped metrics for sources and uses', () => {
    const metrics = [metric('total_sources', 500), metric('total_uses', 600, { row: 1 })]
    expect(findingsOf('sources_ne_uses', smallBook({ Model: { A1: 1 } }), metrics)).toMatchObject([{ cell: 'B1' }])
  })
})

describe('balance sheets', () => {
  const assets = ['Total Assets', 100, 200, 300]
  it('reports a balance sheet that does not balance in some period', () => {
    const found = rows('balance_sheet_unbalanced', assets, ['Total Liabilities & Equity', 100, 210, 300])
    expect(found).toMatchObject([
      { severity: 'critical', cell: 'C1', message: expect.stringContaining('1 of 3 periods does not balance') },
    ])
  })
  it('accepts a balance sheet that balances within rounding', () => {
    const others = ["Total Liabilities and Shareholders' Equity", 100.004, 200, 300]
    expect(rows('balance_sheet_unbalanced', assets, others)).toEqual([])
  })
})

describe('cash and balances', () => {
  const years = ['', 2024, 2025, 2026, 2027]
  it('reports cash that differs between the cash flow and the balance sheet', () => {
    const book = (cash: number) =>
      smallBook({
        Cash: rowsFrom('A1', [years, ['Ending cash', 10, 20, 30, 40]]),
        Balance: rowsFrom('A1', [years, ['Cash', 10, 20, cash, 40], ['Total assets', 50, 60, 70, 80]]),
      })
    expect(findingsOf('cash_tie_out', book(31))).toMatchObject([{ severity: 'critical', sheet: 'Cash', cell: 'D2' }])
    expect(findingsOf('cash_tie_out', book(30))).toEqual([])
  })
  it('reports an opening balance that differs from the previous closing balance', () => {
    const debt = (third: number): SmallCell[][] => [
      ['Opening balance', 100, 90, 80, 70, third, 50],
      ['Repayment', -10, -10, -10, -10, -10, -10],
      ['Closing balance', 90, 80, 70, 60, 50, 40],
    ]
    expect(rows('cash_tie_out', ...debt(65))).toMatchObject([
      { cell: 'F1', message: expect.stringContaining('closed at 60 in Model!E3') },
    ])
    expect(rows('cash_tie_out', ...debt(60))).toEqual([])
  })
})

describe('timelines', () => {
  const month = (value: number) => ({ value, format: 'mmm-yy' })
  // The ends of January to June 2024.
  const ends = [45_322, 45_351, 45_382, 45_412, 45_443, 45_473]
  it('reports a timeline that skips or repeats a period', () => {
    const skipping = ends.filter((_, n) => n !== 3).map(month)
    expect(rows('date_gap', ['', ...skipping])).toMatchObject([
      { severity: 'high', cell: 'E1', message: 'The monthly timeline skips a period before Model!E1.' },
    ])
    expect(rows('date_gap', ['', 2022, 2023, 2025, 2026, 2027])).toMatchObject([
      { cell: 'D1', message: 'The annual timeline skips a period before Model!D1.' },
    ])
  })
  it('accepts a timeline that repeats the last actual year, restarts in a second table, or has a stub period', () => {
    expect(rows('date_gap', ['', 2024, 2025, 2025, 2026, 2027])).toEqual([])
    expect(rows('date_gap', ['', 2024, 2025, 2026, 2024, 2025, 2026])).toEqual([])
    const stub = [45_291, 45_473, 45_657, 46_022, 46_387].map(month)
    expect(rows('date_gap', ['', ...stub])).toEqual([])
  })
  it('accepts a timeline that skips the same quarter of each year', () => {
    const quarters = [44_651, 44_742, 44_834, 45_016, 45_107, 45_199, 45_382, 45_473, 45_565].map(month)
    expect(rows('date_gap', ['', ...quarters])).toEqual([])
  })
  it('accepts monthly and yearly timelines', () => {
    expect(rows('date_gap', ['', ...ends.map(month)], ['', 2024, 2025, 2026, 2027])).toEqual([])
  })
  it('does not treat a row of other dates as a timeline', () => {
    expect(rows('date_gap', ['Expiry', ...[45_322, 46_000, 45_400, 47_000, 45_700].map(month)])).toEqual([])
  })
})

describe('signs of costs', () => {
  it('reports a cost that changes sign within its row', () => {
    const found = rows('sign_convention', ['Insurance expense', -10, -11, 12, -13, -14])
    expect(found).toMatchObject([{ severity: 'medium', cell: 'D1' }])
  })
  it('reports a cost with another sign than the costs around it', () => {
    const found = rows(
      'sign_convention',
      ['Payroll', -1, -2],
      ['Marketing', -1, -2],
      ['Insurance', 3, 4],
      ['Utilities', -5, -6],
    )
    expect(found).toMatchObject([{ cell: 'B3:C3', message: expect.stringContaining('“Insurance” is positive') }])
  })
  it('accepts either sign for a line that can be both', () => {
    expect(rows('sign_convention', ['Change in accrued expenses', -10, -11, 12, -13, -14])).toEqual([])
    expect(rows('sign_convention', ['Insurance expense', -10, -11, -12, -13, -14])).toEqual([])
  })
})

describe('rent rolls', () => {
  const roll = (...units: SmallCell[][]): SmallCell[][] => [['Unit', 'Status', 'Monthly rent'], ...units]
  const four = [
    ['101', 'Occupied', 1000],
    ['102', 'Occupied', 1100],
    ['103', 'Vacant', 0],
    ['104', 'Occupied', 1200],
  ]
  it('reports a rent roll that lists a unit twice', () => {
    expect(rows('rent_roll_tie', ...roll(...four, ['104', 'Occupied', 900]))).toMatchObject([
      { severity: 'high', cell: 'A5:A6', message: expect.stringContaining('104') },
    ])
  })
  it('reports occupied units without rent in a rent roll', () => {
    expect(rows('rent_roll_tie', ...roll(...four, ['105', 'Occupied', 0]))).toMatchObject([{ cell: 'C6' }])
  })
  it('reports a rent roll that does not add up to its total and to the model’s units', () => {
    expect(rows('rent_roll_tie', ...roll(...four, ['Total', null, 3600]))).toMatchObject([{ cell: 'C6' }])
    const book = smallBook({ Rents: rowsFrom('A1', roll(...four)) })
    expect(findingsOf('rent_roll_tie', book, [metric('unit_count', 5)])).toMatchObject([
      { message: 'The rent roll lists 4 units, but the model states 5 in Rents!B1.' },
    ])
  })
  it('accepts a rent roll that adds up', () => {
    const book = smallBook({ Rents: rowsFrom('A1', roll(...four, ['Total', null, 3300])) })
    expect(findingsOf('rent_roll_tie', book, [metric('unit_count', 4)])).toEqual([])
  })
})

describe('hidden sheets', () => {
  it('reports hidden sheets that feed visible formulas', () => {
    const book = smallBook({ Model: { A1: '=Hidden!A1*2' }, Hidden: { A1: 5 } })
    expect(findingsOf('hidden_sheet', book)).toMatchObject([
      { severity: 'medium', sheet: 'Hidden', cell: 'A1', impact: { dependents: 1 } },
    ])
  })
  it('does not report hidden sheets that no visible formula reads', () => {
    expect(findingsOf('hidden_sheet', smallBook({ Model: { A1: '=B1' }, Hidden: { A1: 5, B1: '=A1' } }))).toEqual([])
  })
})

describe('the model’s own checks', () => {
  it('reports a model without checks of its own', () => {
    expect(rows('no_check_sheet', ['Rent', 1, '=B1*2'])).toMatchObject([{ severity: 'low', sheet: null, cell: null }])
    expect(rows('no_check_sheet', ['Balance check', '=1-1'])).toEqual([])
    expect(findingsOf('no_check_sheet', smallBook({ Checks: { A1: 1 } }))).toEqual([])
  })
  it('reports model checks that fail', () => {
    const found = rows(
      'failed_model_check',
      ['Assets', 10, 20],
      ['Debts', 10, 15],
      ['Balance check', '=B1-B2', '=C1-C2'],
    )
    expect(found).toMatchObject([
      { severity: 'critical', cell: 'C3', message: 'The model’s own check “Balance check” shows 5 in Model!C3.' },
    ])
    expect(rows('failed_model_check', ['Check', '=1=2'])).toMatchObject([{ cell: 'B1' }])
    expect(rows('failed_model_check', ['Check', '=IF(1=2,"OK","ERROR")'])).toMatchObject([{ cell: 'B1' }])
    const differences = ['Difference', '=1-1', '=2-2', '=3-3', '=4-3']
    expect(rows('failed_model_check', differences)).toMatchObject([{ cell: 'E1' }])
  })
  it('does not report model checks that pass, or ratios', () => {
    expect(rows('failed_model_check', ['Check', '=1-1', '=IF(1=1,1,0)', '=IF(1=1,"OK","ERROR")', '=1=1'])).toEqual([])
    expect(rows('failed_model_check', ['Terminal value share (sanity check)', '=3/4'])).toEqual([])
    expect(rows('failed_model_check', ['Difference', '=5-1', '=6-1', '=7-1', '=8-1'])).toEqual([])
  })
})

describe('live scenario', () => {
  it('reports a live scenario other than the base case', () => {
    const found = rows('scenario_not_base', ['Scenario', 3, 'Downside'])
    expect(found).toMatchObject([{ severity: 'medium', cell: 'C1', message: expect.stringContaining('“Downside”') }])
  })
  it('accepts the base case, and the heading of a table of cases', () => {
    expect(rows('scenario_not_base', ['Active case', 'Base case'])).toEqual([])
    expect(rows('scenario_not_base', ['Scenario', 'Downside', 'Base', 'Upside'])).toEqual([])
  })
})
