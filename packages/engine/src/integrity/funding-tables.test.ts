import { describe, expect, it } from 'vitest'
import { findingsOf } from '../testing/findings-of.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'

const found = (rows: readonly (readonly SmallCell[])[]) =>
  findingsOf('sources_ne_uses', smallBook({ Summary: rowsFrom('A1', rows) }))

const stacked = (equity: number): SmallCell[][] => [
  ['Sources', '$/SF', 'Total'],
  ['Debt', 60, 600],
  ['Equity', equity / 10, equity],
  ['Total capital', '=SUM(B2:B3)', '=SUM(C2:C3)'],
  [],
  ['Uses', '$/SF', 'Total'],
  ['Land', 30, 300],
  ['Building', 70, 700],
  ['Total project costs', '=SUM(B7:B8)', '=SUM(C7:C8)'],
]

describe('sources and uses tables whose totals have other names', () => {
  it('compares sources and uses tables by their final sums', () => {
    expect(found(stacked(450))).toMatchObject([
      {
        severity: 'critical',
        cell: 'C4',
        message: 'Sources are 1,050 in Summary!C4 but uses are 1,000 in Summary!C9.',
      },
    ])
    expect(found(stacked(400))).toEqual([])
  })
  it('compares sources and uses tables side by side by their amounts, not by their shares', () => {
    const beside = (equity: number): SmallCell[][] => [
      ['Sources of Funds', '', '%', 'Uses of Funds', ''],
      ['Debt', 600, 0.6, 'Price', 900],
      ['Equity', equity, 0.4, 'Costs', 100],
      ['', '=SUM(B2:B3)', '=SUM(C2:C3)', '', '=SUM(E2:E3)'],
    ]
    expect(found(beside(500))).toMatchObject([{ cell: 'B4' }])
    expect(found(beside(400))).toEqual([])
  })
  it('does not compare sources and uses if more lines follow a sum, or the amounts are unrelated', () => {
    const subtotal = stacked(450).map((row, n) => (n === 4 ? ['Grant', 1, 10] : row))
    expect(found(subtotal)).toEqual([])
    expect(found(stacked(9_400))).toEqual([])
  })
})
