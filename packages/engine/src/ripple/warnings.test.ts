import type { Workbook } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { bitsOf, open, property, withValues } from '../testing/property-deal.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'
import type { MetricChange } from './ripple-result.ts'

describe('what-if warnings', () => {
  /** Labels that identify a property. */
  const ofProperties: readonly (readonly SmallCell[])[] = [
    ['Exit Cap Rate', { value: 0.055, format: '0.00%' }],
    ['Effective Gross Income', { value: 1_000_000, format: '$#,##0' }],
    ['Going-in Cap Rate', { value: 0.05, format: '0.00%' }],
    ['Net Operating Income', { value: 900_000, format: '$#,##0' }],
  ]

  const codesOf = (changes: readonly MetricChange[], workbook = property): string[] =>
    open(workbook)
      .ripple(changes)
      .warnings.map(({ code, metricKey }) => `${code} ${metricKey}`)

  it('warns about implausible values', () => {
    expect(codesOf([{ metricKey: 'exit_cap_rate_pct', value: 25 }])).toContain(
      'outside_plausible_range exit_cap_rate_pct',
    )
  })

  it('warns about income that does not cover the debt service', () => {
    expect(codesOf([{ metricKey: 'interest_rate_pct', value: 12 }])).toContain('dscr_below_one dscr')
  })

  it('warns about sources that no longer equal uses', () => {
    const book = withValues(
      smallBook({
        Deal: rowsFrom('A1', [
          ['Purchase Price', { value: 20_000_000, format: '$#,##0' }],
          ['Loan Amount', { value: 13_000_000, format: '$#,##0' }],
          ['Equity', { value: 7_000_000, format: '$#,##0' }],
          ['Total Sources', { formula: '=B2+B3', format: '$#,##0' }],
          ['Total Uses', { formula: '=B1', format: '$#,##0' }],
          ...ofProperties,
        ]),
      }),
    )
    expect(codesOf([{ metricKey: 'purchase_price', value: 21_000_000 }], book)).toContain('sources_ne_uses null')
  })

  it('warns about a cell that nothing depends on', () => {
    expect(codesOf([{ metricKey: 'hold_period_months', value: 72 }])).toContain('nothing_depends hold_period_months')
  })

  it('warns about formulas that cannot be computed and should have changed', () => {
    const book = smallBook({
      Deal: rowsFrom('A1', [
        ['Purchase Price', { value: 20_000_000, format: '$#,##0' }],
        ['NOI', { value: 1_000_000, formula: '=NOSUCHFUNCTION(B1)', format: '$#,##0' }],
      ]),
    })
    expect(codesOf([{ metricKey: 'purchase_price', value: 21_000_000 }], book)).toContain('kept_values null')
  })

  it('names the metrics that depend on a frozen formula by their labels', () => {
    const book = withValues(
      smallBook({
        Deal: rowsFrom('A1', [
          ['Purchase Price', { value: 20_000_000, format: '$#,##0' }],
          ['Effective Gross Income', { value: 1_000_000, formula: '=NOSUCHFUNCTION(B1)', format: '$#,##0' }],
          ['Net Operating Income', { value: 900_000, formula: '=B2-100000', format: '$#,##0' }],
          ['Exit Cap Rate', { value: 0.055, format: '0.00%' }],
        ]),
      }),
    )
    const { warnings } = open(book).ripple([{ metricKey: 'purchase_price', value: 21_000_000 }])
    const message = warnings.find(({ code }) => code === 'kept_values')?.message
    expect(message).toContain('Deal!B2')
    expect(message).toContain(
      'Dependent metrics may be out of date, in simulations too: Effective Gross Income, Net Operating Income.',
    )
  })

  it.each([
    ['the value is the same', [['Exit Cap Rate', 0.055]], 5.5, 'Exit Cap Rate already has this value.'],
    [
      'the formulas that change feed no metric',
      [
        ['Exit Cap Rate', 0.055],
        ['Twice the rate', '=B1*2'],
      ],
      6,
      '1 formula changed, but no other metric depends on it.',
    ],
    [
      'the formulas give the same result',
      [
        ['Exit Cap Rate', 0.055],
        ['Net Operating Income', '=IF(B1>1,5,900000)'],
      ],
      6,
      '1 formula was recalculated with the same result.',
    ],
    [
      'the formulas keep their values',
      [
        ['Exit Cap Rate', 0.055],
        ['Net Operating Income', { value: 7, formula: '=NOSUCHFUNCTION(B1)' }],
      ],
      6,
      'The formulas that use the changed cell cannot be recalculated and keep their values.',
    ],
  ] as const)('explains why no metric changes when %s', (_, rows, value, reason) => {
    const [[label, rate], ...others] = rows
    const book = smallBook({
      Deal: rowsFrom('A1', [[label, { value: rate, format: '0.00%' }], ...others, ['Units', 200], ['Occupancy', 0.95]]),
    })
    const { impacts, warnings } = open(withValues(book)).ripple([{ metricKey: 'exit_cap_rate_pct', value }])
    expect(impacts).toEqual([])
    expect(warnings.filter(({ code }) => code === 'nothing_moves').map(({ message }) => message)).toEqual([
      `No other metric changes. ${reason}`,
    ])
  })

  it.each([
    '=NOSUCHFUNCTION(INDIRECT("B1"))',
    '=NOSUCHFUNCTION(OFFSET(B2,-1,0))',
    '=NOSUCHFUNCTION(SUM(B3:INDEX(B1:B3,1)))',
    '=INDIRECT("B1")*0.5',
  ])('warns about %s, which keeps its value, if the change reaches what it refers to', (formula) => {
    const book = smallBook({
      Deal: rowsFrom('A1', [
        ['Purchase Price', { value: 20_000_000, format: '$#,##0' }],
        ['NOI', { value: 1_000_000, formula, format: '$#,##0' }],
        ...ofProperties,
      ]),
    })
    expect(codesOf([{ metricKey: 'purchase_price', value: 21_000_000 }], book)).toContain('kept_values null')
  })

  it.each([
    ['has no input cell and keeps its values', undefined, 4_900_000],
    ['does not recalculate to the values in the workbook and keeps those', { row: 0, column: 1 }, 4_900_000.5],
  ] as const)('warns about a data table that %s', (why, columnInput, cached) => {
    const [sheet] = smallBook({
      Deal: {
        ...rowsFrom('A1', [...ofProperties, ['Exit Value', { formula: '=B4/B1', format: '$#,##0' }]]),
        ...rowsFrom('D1', [
          [null, '=B5'],
          [0.05, cached],
          [0.06, cached],
        ]),
      },
    }).sheets
    if (sheet === undefined) throw new Error('There is no sheet')
    const table = { area: { sheet: 0, top: 1, left: 4, bottom: 2, right: 4 }, rowInput: undefined, columnInput }
    const { ripple } = open({ ...smallBook({}), sheets: [{ ...sheet, dataTables: [table] }] })
    const { warnings } = ripple([{ metricKey: 'noi', value: 950_000 }])
    expect(warnings.map(({ message }) => message)).toContain(`The data table at Deal!E2 ${why}.`)
    expect(ripple([{ metricKey: 'going_in_cap_rate_pct', value: 6 }]).warnings.map(({ code }) => code)).not.toContain(
      'kept_values',
    )
  })

  /** A loan that pays its own fee: it converges if the fee is less than the loan. */
  const cycle = (fee: number, rounds?: number): Workbook =>
    smallBook(
      {
        Deal: rowsFrom('A1', [
          ['Purchase Price', { value: 1_000, format: '$#,##0' }],
          ['Loan Amount', { value: 1_000 / (1 - fee), formula: '=B1+B3', format: '$#,##0' }],
          ['Closing Costs', { value: (1_000 * fee) / (1 - fee), formula: `=B2*${fee}`, format: '$#,##0' }],
          ...ofProperties,
        ]),
      },
      { iteration: rounds === undefined ? undefined : { rounds, change: 0.001 } },
    )

  it('warns about a circular reference that does not converge', () => {
    const price = [{ metricKey: 'purchase_price', value: 1_500 }]
    expect(codesOf(price, cycle(0.5, 100))).not.toContain('unsettled null')
    const { impacts } = open(cycle(0.5, 100)).ripple(price)
    expect(impacts.find(({ metricKey }) => metricKey === 'loan_amount')?.after).toBe(3_000)
    expect(codesOf(price, cycle(2, 100))).toContain('unsettled null')
    expect(codesOf(price, cycle(2))).toContain('unsettled null')
  })

  it('warns about a circular reference that is solved although Excel would only warn', () => {
    const { impacts, warnings } = open(cycle(0.5)).ripple([{ metricKey: 'purchase_price', value: 1_500 }])
    expect(impacts.find(({ metricKey }) => metricKey === 'loan_amount')?.after).toBeCloseTo(3_000, 6)
    expect(warnings).toContainEqual({
      code: 'unsettled',
      severity: 'medium',
      message:
        'Iterative calculation is off in the workbook, so Excel would warn about the circular reference at Deal!B2. It is solved here.',
      metricKey: null,
    })
    expect(
      open(cycle(0.5, 100))
        .ripple([{ metricKey: 'purchase_price', value: 1_500 }])
        .warnings.map(({ code }) => code),
    ).not.toContain('unsettled')
  })

  it('warns about an overridden formula in a cycle, which is not recomputed', () => {
    const { ripple, calculator } = open(cycle(0.5, 100))
    const before = bitsOf(calculator)
    const { impacts, warnings } = ripple([
      { metricKey: 'loan_amount', value: 5_000 },
      { metricKey: 'purchase_price', value: 1_500 },
    ])
    expect(impacts.find(({ metricKey }) => metricKey === 'closing_costs')?.after).toBe(2_500)
    expect(warnings.map(({ code }) => code)).toContain('overrides_formula')
    expect(bitsOf(calculator)).toBe(before)
  })

  it('warns about an overridden formula that a data table would recompute, and keeps the override in the table', () => {
    const [sheet] = smallBook({
      Deal: {
        ...rowsFrom('A1', [
          ...ofProperties,
          ['Exit Value', { formula: '=B4/B1', format: '$#,##0' }],
          ['Net Sale Proceeds', { formula: '=B5*0.98', format: '$#,##0' }],
        ]),
        ...rowsFrom('D1', [[null, '=B6'], [0.05], [0.06]]),
      },
    }).sheets
    if (sheet === undefined) throw new Error('There is no sheet')
    const table = {
      area: { sheet: 0, top: 1, left: 4, bottom: 2, right: 4 },
      rowInput: undefined,
      columnInput: { row: 0, column: 1 },
    }
    const book = withValues({ ...smallBook({}), sheets: [{ ...sheet, dataTables: [table] }] })
    const { ripple, calculator } = open(book)
    const before = bitsOf(calculator)
    const { impacts, warnings } = ripple([{ metricKey: 'gross_exit_value', value: 25_000_000 }])
    expect(impacts.find(({ metricKey }) => metricKey === 'net_sale_proceeds')?.after).toBe(24_500_000)
    expect(warnings.map(({ code }) => code)).toContain('overrides_formula')
    calculator.set([{ id: calculator.model.grid.idOf(0, 4, 1), value: 25_000_000 }])
    expect([1, 2].map((row) => calculator.model.grid.get(calculator.model.grid.idOf(0, row, 4)))).toEqual([
      24_500_000, 24_500_000,
    ])
    calculator.recalculate()
    expect(bitsOf(calculator)).toBe(before)
  })

  it('restores every bit of a circular reference after a what-if', () => {
    const { calculator, ripple } = open(cycle(2, 3))
    const before = bitsOf(calculator)
    ripple([{ metricKey: 'purchase_price', value: 1_500 }])
    expect(bitsOf(calculator)).toBe(before)
  })
})
