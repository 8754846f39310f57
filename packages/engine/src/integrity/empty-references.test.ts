import { describe, expect, it } from 'vitest'
import { findingsOf } from '../testing/findings-of.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'

const found = (rows: readonly (readonly SmallCell[])[]) =>
  findingsOf('empty_reference', smallBook({ Model: rowsFrom('A1', rows) }))

const columns = ['B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] as const
const formulas = (label: string, formula: string) => [label, ...columns.map((c) => formula.replaceAll('{c}', c))]
const sales = ['Sales', ...columns.map((_, n) => 100 + n)]
const costs = (...empty: readonly string[]): SmallCell[] => [
  'Costs',
  ...columns.map((c, n) => (empty.includes(c) ? null : 40 + n)),
]

describe('references to empty cells', () => {
  it('reports a reference to an empty cell if the copies on both sides read numbers', () => {
    expect(found([sales, costs('E'), formulas('Margin', '={c}2/{c}1')])).toMatchObject([
      {
        severity: 'medium',
        cell: 'E3',
        message: expect.stringContaining('=E2/E1 in Model!E3 reads Model!E2, which is empty'),
      },
    ])
  })
  it('reports a column that several rows left out once', () => {
    const rows = [sales, costs('E'), costs('E'), formulas('One', '={c}2/{c}1'), formulas('Two', '={c}3/{c}1')]
    expect(found(rows)).toMatchObject([
      { cell: 'E4:E5', message: expect.stringContaining('in Model!E4 and 1 more cell reads') },
    ])
  })
  it('does not report empty references in the first or last column, where a row starts or ends', () => {
    expect(found([sales, costs('B'), formulas('Margin', '={c}2/{c}1')])).toEqual([])
    expect(found([sales, costs('I'), formulas('Margin', '={c}2/{c}1')])).toEqual([])
  })
  it('does not report empty references in a schedule with several empty cells', () => {
    expect(found([sales, costs('C', 'E', 'F'), formulas('Margin', '={c}2/{c}1')])).toEqual([])
  })
  it('does not report empty references that are only added, because an empty addend is zero', () => {
    expect(found([sales, costs('E'), formulas('Total', '={c}1+{c}2')])).toEqual([])
  })
  it('does not report empty references to an imported sheet without formulas, unless a whole column is missing', () => {
    const data = (...empty: readonly string[]) =>
      rowsFrom('A1', [sales, costs(...empty), costs(...empty), costs(...empty)])
    const links = (n: number) => formulas('Costs', `=Data!{c}${n}/1000`)
    const one = smallBook({ Model: rowsFrom('A1', [links(2)]), Data: data('E') })
    expect(findingsOf('empty_reference', one)).toEqual([])
    const all = smallBook({ Model: rowsFrom('A1', [links(2), links(3), links(4)]), Data: data('E') })
    expect(findingsOf('empty_reference', all)).toMatchObject([{ cell: 'E1:E3' }])
  })
  it('does not report empty references if the formula handles an empty cell', () => {
    expect(found([sales, costs('E'), formulas('Margin', '=IF({c}2="",0,{c}2/{c}1)')])).toEqual([])
  })
})
