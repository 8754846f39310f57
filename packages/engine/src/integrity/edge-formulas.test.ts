import { describe, expect, it } from 'vitest'
import { findingsOf } from '../testing/findings-of.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'

const found = (rows: readonly (readonly SmallCell[])[]) =>
  findingsOf('edge_formula', smallBook({ Model: rowsFrom('A1', rows) }))

const columns = ['B', 'C', 'D', 'E', 'F', 'G'] as const
const row = (label: string, formula: string, other: Partial<Record<(typeof columns)[number], SmallCell>> = {}) => [
  label,
  ...columns.map((c): SmallCell => other[c] ?? formula.replaceAll('{c}', c)),
]
const numbers = (label: string, first: number) => [label, ...columns.map((_, n) => first + n * 7)]
const regular = [
  row('Costs', '={c}1*0.4'),
  row('Fees', '={c}1*0.1'),
  row('Rent', '={c}1*0.2'),
  row('Tax', '={c}1*0.05'),
]

describe('formulas at the edge of a row', () => {
  it('reports the last formula of a row that reads another row and gives another number', () => {
    const rows = [
      numbers('Revenue', 100),
      ...regular,
      numbers('Other', 3),
      row('Profit', '={c}1-{c}2', { G: '=G1-G3' }),
    ]
    expect(found(rows)).toMatchObject([
      {
        severity: 'high',
        cell: 'G7',
        message:
          'The row ends with =G1-G3 in Model!G7, which gives 121.5. The rest of the row follows the pattern =G1-G2, which would give 81.',
      },
    ])
  })
  it('reports the first formula of a row that is shifted by a column', () => {
    const rows = [numbers('Revenue', 100), ...regular, row('Profit', '={c}1-{c}2-{c}3', { B: '=B1-C2-B3' })]
    expect(found(rows)).toMatchObject([{ cell: 'B6' }])
  })
  it('reports medium severity for an edge formula in which only a literal number differs, which can be an assumption', () => {
    const rows = [numbers('Revenue', 100), ...regular, row('Bonus', '={c}1*0.3', { G: '=G1*0.35' })]
    expect(found(rows)).toMatchObject([{ severity: 'medium', cell: 'G6' }])
  })
  it('does not report a first formula if the row reads the previous period, which the first column does not have', () => {
    const balance = ['Balance', '=A9+B2', ...columns.slice(1).map((c, n) => `=${columns[n]}6+${c}2`)]
    expect(found([numbers('Revenue', 100), ...regular, balance])).toEqual([])
  })
  it('does not report an edge formula that gives the same number as the pattern', () => {
    const rows = [numbers('Revenue', 100), ...regular, row('Copy', '={c}1', { G: '=$G$1' })]
    expect(found(rows)).toEqual([])
  })
  it('does not report an edge formula in a column whose heading is not a period', () => {
    const heading = ['', 'Y1', 'Y2', 'Y3', 'Y4', 'Y5', 'Terminal year']
    const rows = [numbers('Revenue', 100), ...regular, heading, row('Profit', '={c}1-{c}2', { G: '=G1-G3' })]
    expect(found(rows)).toEqual([])
  })
  it('does not report an edge formula in a column in which several rows differ, such as an opening balance', () => {
    const odd = [row('A', '={c}1-{c}2', { B: '=B1-B3' }), row('B', '={c}1-{c}4', { B: '=B1-B5' })]
    expect(found([numbers('Revenue', 100), ...regular, ...odd])).toEqual([])
  })
  it('does not report an edge formula that reads no cells, because it is an input', () => {
    expect(found([numbers('Revenue', 100), ...regular, row('Grant', '=0', { B: '=5000' })])).toEqual([])
  })
  it('does not report an edge formula if typed figures follow it in the row', () => {
    const rows = [numbers('Revenue', 100), ...regular, [...row('Profit', '={c}1-{c}2', { G: '=G1-G3' }), 55]]
    expect(found(rows)).toEqual([])
  })
})
