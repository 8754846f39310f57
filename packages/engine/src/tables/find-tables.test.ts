import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sheetOf } from '../metrics/testing.ts'
import { findTables } from './find-tables.ts'

type Cells = Parameters<typeof sheetOf>[1]
type Row = readonly (string | number | null | { value: number; format: string })[]

const cellsOf = (rows: readonly Row[]): Cells =>
  Object.fromEntries(
    rows.flatMap((row, r) =>
      row.flatMap((value, c) => (value === null ? [] : [[`${String.fromCharCode(65 + c)}${r + 1}`, value] as const])),
    ),
  )
const found = (rows: readonly Row[], name = 'Model') => findTables([sheetOf(name, cellsOf(rows))])
const labels = (rows: readonly Row[], kind: string) =>
  found(rows)
    .find((table) => table.kind === kind)
    ?.rows.map(({ label, isTotal }) => (isTotal ? `* ${label}` : label))

const years: Row = [null, 'Year 1', 'Year 2', 'Year 3', 'Year 4']
const line = (label: string, first = 100): Row => [label, first, first + 1, first + 2, first + 3]

describe('tables of a model', () => {
  const operating = [
    ['Windmill Court'],
    years,
    line('Gross Potential Rent', 1_000),
    line('Less: Vacancy', -50),
    line('Effective Gross Income', 950),
    line('Total Operating Expenses', 400),
    line('Equals: Net Operating Income', 550),
    line('Debt Service', 300),
    line('Cash Flow after Debt Service', 250),
  ] satisfies Row[]

  it('include an operating statement with its years, its lines and their totals', () => {
    expect(found(operating)).toEqual([
      {
        kind: 'operating_statement',
        sheet: 'Model',
        area: { top: 1, left: 0, bottom: 8, right: 4 },
        headRows: 1,
        rows: [
          { row: 2, label: 'Gross Potential Rent', isTotal: false },
          { row: 3, label: 'Less: Vacancy', isTotal: false },
          { row: 4, label: 'Effective Gross Income', isTotal: true },
          { row: 5, label: 'Total Operating Expenses', isTotal: true },
          { row: 6, label: 'Equals: Net Operating Income', isTotal: true },
          { row: 7, label: 'Debt Service', isTotal: false },
          { row: 8, label: 'Cash Flow after Debt Service', isTotal: true },
        ],
        columns: [1, 2, 3, 4],
      },
    ])
  })

  it('leave out checks, counters, zeros, shares without a subject and units beside labels', () => {
    expect(
      labels(
        [
          [null, null, 2024, 2025, 2026, 2027],
          ['Fiscal year', null, 1, 2, 3, 4],
          ['Revenue', '$', 100, 110, 121, 133],
          ['% growth', '%', 0.1, 0.1, 0.1, 0.1],
          ['Cost of goods sold', '$', 40, 44, 48, 53],
          ['Grants', '$', 0, 0, 0, 0],
          ['EBITDA', '$', 60, 66, 73, 80],
          ['Net income', '$', 30, 33, 36, 40],
          ['Check', null, 0, 0, 0, 1],
        ],
        'income_statement',
      ),
    ).toEqual(['Revenue', 'Cost of goods sold', '* EBITDA', '* Net income'])
  })

  it('tell balance sheets, debt schedules and cash flows from each other', () => {
    const debt = [years, line('Opening balance'), line('Repayment'), line('Interest'), line('Closing balance')]
    const balance = [years, line('Cash'), line('Total assets'), line('Debt'), line('Total liabilities and equity')]
    const cash = [years, line('EBITDA'), line('Capex'), line('Taxes'), line('Free cash flow')]
    expect([debt, balance, cash].map((rows) => found(rows).map(({ kind }) => kind))).toEqual([
      ['debt_schedule'],
      ['balance_sheet'],
      ['cash_flow'],
    ])
  })

  it('include sources and uses, side by side or below each other, up to their totals', () => {
    const beside = [
      ['Sources', null, null, null, 'Uses'],
      ['Senior loan', 600, { value: 0.6, format: '0.0%' }, null, 'Purchase price', 950],
      ['Equity', 400, { value: 0.4, format: '0.0%' }, null, 'Closing costs', 50],
      ['Total Sources', 1_000, { value: 1, format: '0.0%' }, null, 'Total Uses', 1_000],
      ['Occupancy', 0.95, null, null, 'Units', 200],
    ] satisfies Row[]
    const shown = found(beside).map(({ kind, area, columns, rows }) => [kind, area, columns, rows.length])
    expect(shown).toEqual([
      ['sources', { top: 1, left: 0, bottom: 3, right: 2 }, [1, 2], 3],
      ['uses', { top: 1, left: 4, bottom: 3, right: 5 }, [5], 3],
    ])
  })

  it('include the mix of units, and do not take a rent roll for one', () => {
    const mix = [
      ['Unit Type', '# Units', 'Avg SF', 'Market Rent'],
      ['1 Bed', 40, 650, 1_500],
      ['2 Bed', 60, 900, 1_900],
      ['Total', 100, 800, 1_740],
    ] satisfies Row[]
    const roll = [
      ['Unit', 'Tenant', 'SF', 'Rent'],
      ['101', 'Nguyen', 650, 1_500],
      ['102', 'Okafor', 900, 1_900],
    ] satisfies Row[]
    expect(labels(mix, 'unit_mix')).toEqual(['1 Bed', '2 Bed', '* Total'])
    expect(found(roll)).toEqual([])
  })

  it('come from sheets in sight, and rather from the statement than from its copy in a sensitivity', () => {
    const sheet = sheetOf('Cash Flow', cellsOf(operating))
    expect(findTables([{ ...sheet, hidden: true }])).toEqual([])
    const copy = sheetOf('Sensitivity', cellsOf([...operating, line('Reserves')]))
    expect(findTables([copy, sheet]).map((table) => table.sheet)).toEqual(['Cash Flow'])
  })

  it('always lie within their area, however a sheet is filled', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        'Sources',
        'Uses',
        'Revenue',
        'NOI',
        'Total',
        'EBITDA',
        'Unit Type',
        'Units',
        'Rent',
        'Cash flow',
      ),
      fc.constantFrom('Year 1', 'Year 2', 'Year 3', 2_024, 2_025, 2_026),
      fc.integer({ min: -1_000, max: 1_000 }),
      fc.constant(null),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 24 }), (rows) => {
        for (const { area, rows: lines, columns, headRows } of found(rows)) {
          for (const { row } of lines) expect(row >= area.top + headRows && row <= area.bottom).toBe(true)
          for (const column of columns) expect(column > area.left && column <= area.right).toBe(true)
          expect(lines.length).toBeGreaterThan(1)
        }
      }),
    )
  })
})
