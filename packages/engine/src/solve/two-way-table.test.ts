import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitsOf, open } from '../testing/property-deal.ts'
import { type TwoWayTable, tableRows, tableRowsByCatalogue } from './two-way-table.ts'
import { usualAxis } from './usual-axis.ts'

const rowsOf = (deal: ReturnType<typeof open>, table: TwoWayTable, from = 0, to = table.rows.values.length) =>
  tableRows(deal.calculator, deal.map.matches, table, { from, to })

const example: TwoWayTable = {
  metricKey: 'equity_multiple',
  rows: { metricKey: 'exit_cap_rate_pct', values: [5, 5.5, 6] },
  columns: { metricKey: 'loan_amount', values: [12_000_000, 13_000_000] },
}

describe('two-way table', () => {
  it('states in every cell what the what-if of both inputs states [TABLE-1]', () => {
    const deal = open()
    const capRates = fc.uniqueArray(fc.double({ min: 3, max: 9, noNaN: true }), { minLength: 1, maxLength: 12 })
    const loans = fc.uniqueArray(fc.integer({ min: 1_000_000, max: 19_000_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(capRates, loans, (down, across) => {
        const table = {
          metricKey: 'equity_multiple',
          rows: { metricKey: 'exit_cap_rate_pct', values: down },
          columns: { metricKey: 'loan_amount', values: across },
        }
        const { values } = rowsOf(deal, table) ?? { values: [] }
        expect(values.map((row) => row.length)).toEqual(down.map(() => across.length))
        down.forEach((capRate, row) => {
          across.forEach((loan, column) => {
            const { impacts } = deal.ripple([
              { metricKey: 'exit_cap_rate_pct', value: capRate },
              { metricKey: 'loan_amount', value: loan },
            ])
            const { after } = impacts.find(({ metricKey }) => metricKey === 'equity_multiple') ?? {}
            expect(values[row]?.[column]).toBe(after)
          })
        })
      }),
      { numRuns: 20 },
    )
  })

  it('restores every cell to the last bit', () => {
    const deal = open()
    const before = bitsOf(deal.calculator)
    rowsOf(deal, { ...example, target: 2 })
    expect(bitsOf(deal.calculator)).toEqual(before)
  })

  it('computes the same rows in parts', () => {
    const deal = open()
    const whole = rowsOf(deal, example)?.values
    const parts = [0, 1, 2].flatMap((row) => rowsOf(deal, example, row, row + 1)?.values ?? [])
    expect(parts).toEqual(whole)
  })

  it('states the present value where both inputs have theirs', () => {
    const deal = open()
    const present = deal.map.matches.find(({ metricKey }) => metricKey === 'equity_multiple')
    expect(rowsOf(deal, example)?.values[1]?.[1]).toBe(Number(Number(present?.value).toPrecision(15)))
  })

  it('states for each row at which value of the column input the metric reaches the target', () => {
    const deal = open()
    const breakEven = rowsOf(deal, { ...example, target: 2 })?.breakEven ?? []
    expect(breakEven).toHaveLength(3)
    breakEven.forEach((loan, row) => {
      const { impacts } = deal.ripple([
        { metricKey: 'exit_cap_rate_pct', value: example.rows.values[row] ?? 0 },
        { metricKey: 'loan_amount', value: loan ?? 0 },
      ])
      const { after } = impacts.find(({ metricKey }) => metricKey === 'equity_multiple') ?? {}
      expect(after).toBeCloseTo(2, 6)
    })
    expect(rowsOf(deal, { ...example, target: 1e9 })?.breakEven).toEqual([null, null, null])
    expect(rowsOf(deal, example)?.breakEven).toEqual([])
  })

  it('has no value where the metric is not a number', () => {
    const table = { ...example, metricKey: 'gross_exit_value', rows: { ...example.rows, values: [0, 5.5] } }
    expect(rowsOf(open(), table)?.values.map(([value]) => typeof value)).toEqual(['object', 'number'])
  })

  it('does not exist for a metric that the workbook does not have', () => {
    expect(rowsOf(open(), { ...example, metricKey: 'moic' })).toBeUndefined()
  })

  it('uses the formulas of the catalog for a deal without a workbook', () => {
    const values = new Map([
      ['noi', 1_000_000],
      ['purchase_price', 20_000_000],
      ['going_in_cap_rate_pct', 5],
    ])
    const table = {
      metricKey: 'going_in_cap_rate_pct',
      rows: { metricKey: 'noi', values: [1_000_000, 1_200_000] },
      columns: { metricKey: 'purchase_price', values: [20_000_000, 24_000_000] },
    }
    const { values: found, breakEven } =
      tableRowsByCatalogue(values, { ...table, target: 5 }, { from: 0, to: 2 }, 'cre_multifamily') ?? {}
    expect(breakEven?.map((price) => price?.toFixed(0))).toEqual(['20000000', '24000000'])
    expect(found?.map((row) => row.map((value) => value?.toFixed(2)))).toEqual([
      ['5.00', '4.17'],
      ['6.00', '5.00'],
    ])
  })
})

describe('default values of a table input', () => {
  it.each([
    ['exit_cap_rate_pct', 5.5, 'percentage_points', [4.75, 5, 5.25, 5.5, 5.75, 6, 6.25]],
    ['hold_period_months', 60, 'months', [48, 52, 56, 60, 64, 68, 72]],
    ['rent_growth_pct', 3, 'percentage_points', [2.25, 2.5, 2.75, 3, 3.25, 3.5, 3.75]],
  ] as const)('are even steps around the present value of %s', (key, start, unit, expected) => {
    expect(usualAxis(key, start, unit)).toEqual(expected)
  })

  it('contain the present value, ascend, and stay in the plausible range', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 100, noNaN: true }), (start) => {
        const values = usualAxis('physical_occupancy_pct', start, 'percentage_points') ?? []
        expect(values).toContain(start)
        expect(values).toEqual([...new Set(values)].sort((a, b) => a - b))
        expect(Math.max(...values)).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('do not exist where neither kind nor present value suggest a range', () => {
    expect(usualAxis('noi', 0, 'currency')).toBeUndefined()
    expect(usualAxis('closing_date', 45_000, 'date')).toBeUndefined()
  })
})
