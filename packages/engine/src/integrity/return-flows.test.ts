import { describe, expect, it } from 'vitest'
import { findingsOf } from '../testing/findings-of.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'

const found = (rows: readonly (readonly SmallCell[])[]) =>
  findingsOf('returns_reconcile', smallBook({ Returns: rowsFrom('A1', rows) }))

const inflows = ['Inflows', 0, 30, 30, 30, 130]
const outflows = ['Outflows', 100, 0, 0, 0, 0]
const net = ['Cash flow', '=B1-B2', '=C1-C2', '=D1-D2', '=E1-E2', '=F1-F2']

describe('a return and its cash flows', () => {
  it('do not reconcile when the range of the IRR stops before the last flow', () => {
    expect(found([inflows, outflows, net, ['IRR', '=IRR(B3:E3)']])).toMatchObject([
      { severity: 'high', cell: 'B4', message: '=IRR(B3:E3) stops before the cash flow in Returns!F3 (130).' },
    ])
    expect(found([inflows, outflows, net, ['IRR', '=IRR(B3:F3)']])).toEqual([])
  })
  it('reconcile when the multiple is computed from the same flows, which makes their end the horizon', () => {
    expect(found([inflows, outflows, net, ['IRR', '=IRR(B3:E3)', '=SUMIF(B3:E3,">0")']])).toEqual([])
  })
  it('reconcile when there is an IRR for each year of the exit', () => {
    expect(found([inflows, outflows, net, ['By exit', '=IRR(B3:D3)', '=IRR(B3:E3)', '=IRR(B3:F3)']])).toEqual([])
  })
  it('do not reconcile when the IRR was typed in and the flows give another one', () => {
    expect(found([inflows, outflows, net, ['Project IRR', 0.25]])).toMatchObject([
      { severity: 'high', cell: 'B4', message: expect.stringContaining('typed in as 25 %, but “Cash flow”') },
    ])
    expect(
      found([
        ['Cash flow', -100, 10, 110],
        ['Project IRR', 0.1],
      ]),
    ).toEqual([])
  })
  it('are not compared when the rate is what is asked for', () => {
    expect(found([inflows, outflows, net, ['Target IRR', 0.25]])).toEqual([])
  })
})
