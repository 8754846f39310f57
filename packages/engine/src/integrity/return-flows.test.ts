import { describe, expect, it } from 'vitest'
import { findingsOf } from '../testing/findings-of.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'

const found = (rows: readonly (readonly SmallCell[])[]) =>
  findingsOf('returns_reconcile', smallBook({ Returns: rowsFrom('A1', rows) }))

const inflows = ['Inflows', 0, 30, 30, 30, 130]
const outflows = ['Outflows', 100, 0, 0, 0, 0]
const net = ['Cash flow', '=B1-B2', '=C1-C2', '=D1-D2', '=E1-E2', '=F1-F2']

describe('returns and their cash flows', () => {
  it('reports an IRR whose range stops before the last cash flow', () => {
    expect(found([inflows, outflows, net, ['IRR', '=IRR(B3:E3)']])).toMatchObject([
      {
        severity: 'high',
        cell: 'B4',
        message: '=IRR(B3:E3) in Returns!B4 leaves out the cash flow of 130 in Returns!F3.',
      },
    ])
    expect(found([inflows, outflows, net, ['IRR', '=IRR(B3:F3)']])).toEqual([])
  })
  it('accepts a shorter IRR range if the multiple is computed from the same flows', () => {
    expect(found([inflows, outflows, net, ['IRR', '=IRR(B3:E3)', '=SUMIF(B3:E3,">0")']])).toEqual([])
  })
  it('accepts shorter IRR ranges if there is an IRR for each exit year', () => {
    expect(found([inflows, outflows, net, ['By exit', '=IRR(B3:D3)', '=IRR(B3:E3)', '=IRR(B3:F3)']])).toEqual([])
  })
  it('reports a typed IRR that the cash flows do not give', () => {
    expect(found([inflows, outflows, net, ['Project IRR', 0.25]])).toMatchObject([
      { severity: 'high', cell: 'B4', message: expect.stringContaining('typed as 25% in Returns!B4, but “Cash flow”') },
    ])
    expect(
      found([
        ['Cash flow', -100, 10, 110],
        ['Project IRR', 0.1],
      ]),
    ).toEqual([])
  })
  it('does not compare a target IRR with the cash flows', () => {
    expect(found([inflows, outflows, net, ['Target IRR', 0.25]])).toEqual([])
  })
})
