import { refError, valueError } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { findingsOf } from '../testing/findings-of.ts'
import { rowsFrom, type SmallSheet, smallBook } from '../testing/small-book.ts'
import type { CheckId } from './catalogue.ts'

const found = (check: CheckId, sheet: SmallSheet) => findingsOf(check, smallBook({ Model: sheet }))

describe('stale values', () => {
  it('reports a cached value that differs from what the formula gives', () => {
    expect(found('stale_cached_value', { A1: 2, B1: { formula: '=A1*2', value: 5 } })).toHaveLength(1)
  })
  it('does not report stale values for residues near zero, blanks, error spellings or TEXT number formats', () => {
    const quiet: SmallSheet = {
      A1: 1_000_000,
      B1: { formula: '=A1-A1+0.0000001', value: 0 },
      C1: { formula: '=Z9', value: '' },
      D1: { formula: '=A1*2', value: '#REF!' },
      E1: { formula: '="Off by "&TEXT(0,"0.00")', value: 'Off by -0,00 €' },
    }
    expect(found('stale_cached_value', quiet)).toEqual([])
  })
})

describe('error values', () => {
  it('reports a formula that contains #REF! once, as a broken reference', () => {
    const sheet = { B1: { formula: '=#REF!*2', value: refError } }
    expect(found('error_value', sheet)).toEqual([])
    expect(found('broken_reference', sheet)).toHaveLength(1)
  })
  it('reports medium severity for an error if everything the formula reads is still empty', () => {
    const sheet = { A1: 'Price per unit', B1: '=C1/D1', E1: '=B1*2' }
    expect(found('error_value', sheet)).toMatchObject([{ severity: 'medium', cell: 'B1' }])
    expect(found('error_value', { ...sheet, C1: 5 })).toMatchObject([{ severity: 'high', cell: 'B1' }])
  })
  it('does not report a linked data type, which is stored as #VALUE!', () => {
    expect(found('error_value', { A1: valueError })).toEqual([])
  })
})

describe('model checks', () => {
  it('passes a model check that is off by less than the rounding of the compared amounts', () => {
    expect(
      found(
        'failed_model_check',
        rowsFrom('A1', [
          ['Check', '=B2-B3'],
          ['', 90_000.06],
          ['', 90_000],
        ]),
      ),
    ).toEqual([])
  })
  it('does not treat a reference figure, a rate, or a number beyond an empty column as a failed model check', () => {
    expect(found('failed_model_check', { A1: 'Check: value today', B1: '=B2', B2: 909 })).toEqual([])
    expect(found('failed_model_check', { A1: 'IRR check', B1: '=0.2-0.1' })).toEqual([])
    expect(found('failed_model_check', { A1: 'Check', B1: '=1-1', D1: '=9-2' })).toEqual([])
  })
})

describe('sum ranges', () => {
  it('accepts a sum that stops where the range of the next sum starts', () => {
    const months = rowsFrom('A1', [['Rent', 1, 2, 3, 4, '=SUM(B1:C1)', '=SUM(D1:E1)']])
    expect(found('sum_range_gap', months)).toEqual([])
  })
})

describe('percentages', () => {
  it('reports a rate typed as 5.25, but not a multiple or the axis of a grid', () => {
    const typed = (label: string, ...values: number[]) =>
      rowsFrom('A1', [[label, ...values.map((value) => ({ value, format: '0.00%' }))]])
    expect(found('unit_scale_mismatch', typed('Interest rate', 5.25))).toHaveLength(1)
    expect(found('unit_scale_mismatch', typed('Sales to working capital', 1.8))).toEqual([])
    expect(found('unit_scale_mismatch', typed('Tax rate', 1.6, 1.7, 1.8))).toEqual([])
  })
})

describe('signs of costs', () => {
  it('reports costs that change sign between typed history and computed projection', () => {
    const row = ['Insurance expense', -10, -11, '=10+2', '=10+3']
    expect(found('sign_convention', rowsFrom('A1', [row]))).toMatchObject([{ severity: 'high', cell: 'D1:E1' }])
    expect(found('sign_convention', rowsFrom('A1', [['Insurance expense', -10, -11, '=-12', '=-13']]))).toEqual([])
  })
})

describe('sources and uses', () => {
  it('compares sources and uses in the same column, never across units', () => {
    const table = (uses: number): SmallSheet =>
      rowsFrom('A1', [
        ['Total sources', null, 1000],
        ['Total uses', 25, uses],
      ])
    expect(found('sources_ne_uses', table(1000))).toEqual([])
    expect(found('sources_ne_uses', table(900))).toHaveLength(1)
  })
})

describe('model checks with a heading', () => {
  it('reads a model check below its heading, not in the line to its right', () => {
    const sheet = { A1: 'Error Check', B1: '=5-2', A2: { formula: '=IF(B1>9,"ERROR","OK")', value: 'OK' } }
    expect(found('failed_model_check', sheet)).toEqual([])
  })
})

describe('numbers among formulas', () => {
  it('treats a typed rate as an input if the amount next to it is computed from it', () => {
    const line = (n: number) => [`Cost ${n}`, `=C${n}/$C$9`, 100 * n]
    const rows = [
      line(1),
      line(2),
      line(3),
      ['Fee', 0.03, '=B4*$C$9'],
      line(5),
      line(6),
      line(7),
      [],
      ['Total', '', 900],
    ]
    expect(found('hardcode_over_formula', rowsFrom('A1', rows))).toEqual([])
  })
})

describe('sums that leave out a line', () => {
  it('accepts a sum that leaves out a line shown separately next to the sum', () => {
    const lines = [['Rent', 10], ['Staff', 20], ['Other', 5], [], ['Costs', '=SUM(B1:B2)'], ['Other', '=B3']]
    expect(found('sum_range_gap', rowsFrom('A1', lines))).toEqual([])
    expect(found('sum_range_gap', rowsFrom('A1', lines.slice(0, 5)))).toHaveLength(1)
  })
})

describe('formulas unlike their neighbors', () => {
  const row = (odd: string) => ({
    ...rowsFrom('A1', [['Rent', 10, 11, 12, 13, 14, 15, 16]]),
    ...rowsFrom('A2', [['Vacancy', '=B1*0.05', '=C1*0.05', '=D1*0.05', odd, '=F1*0.05', '=G1*0.05', '=H1*0.05']]),
    ...rowsFrom('A3', [['Downtime', 0.5]]),
  })
  it('accepts an odd formula that extends the pattern with a computed term, but reports an added number', () => {
    expect(found('inconsistent_formula', row('=E1*0.05*(1+$B$3)'))).toEqual([])
    expect(found('inconsistent_formula', row('=E1*0.05+60'))).toHaveLength(1)
  })
  it('accepts an odd formula down a column that recurs in its own row, such as a step every third year', () => {
    const line = (n: number, odd: string): string[] => [
      `=A${n}`,
      odd.replaceAll('{p}', `B${n}`),
      `=C${n}`,
      odd.replaceAll('{p}', `D${n}`),
    ]
    const sheet = Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].flatMap((n) => [
        [`A${n}`, n / 10],
        ...line(n, n === 4 ? '={p}+2%' : '={p}').map((formula, k) => [`${'BCDE'[k]}${n}`, formula]),
      ]),
    )
    expect(found('inconsistent_formula', sheet)).toEqual([])
  })
  it('accepts an odd link among links down a column', () => {
    const links = [1, 2, 3, 4, 5, 6, 7].map((n) => [n === 4 ? '=F1' : `=C${n}`, '', n * 3])
    expect(found('inconsistent_formula', { ...rowsFrom('A1', links), F1: 9 })).toEqual([])
  })
})

describe('circular references', () => {
  it('reports low severity for a circular reference while a switch breaks it', () => {
    const cycle = (on: number) => ({
      A1: on,
      B1: { formula: '=IF(A1=1,C1,5)', value: 5 },
      C1: { formula: '=B1*2', value: 10 },
    })
    expect(found('circular_reference', cycle(0))).toMatchObject([{ severity: 'low' }])
    expect(found('circular_reference', cycle(1))).toMatchObject([{ severity: 'high' }])
  })
})

describe('severity of a finding', () => {
  it('reports medium severity for an error that every reader handles', () => {
    const ratios: SmallSheet = { A1: 5, B1: 0, C1: '=A1/B1', D1: '=IFERROR(C1,0)' }
    expect(found('error_value', ratios)).toMatchObject([{ severity: 'medium', cell: 'C1' }])
    expect(found('error_value', { ...ratios, E1: '=C1+1' })).toMatchObject([{ severity: 'high', cell: 'C1' }])
  })

  it('reports medium severity for a broken reference that no formula reads', () => {
    const sheet: SmallSheet = { B1: { formula: '=#REF!*2', value: refError } }
    expect(found('broken_reference', sheet)).toMatchObject([{ severity: 'medium' }])
    expect(found('broken_reference', { ...sheet, C1: '=B1+1' })).toMatchObject([{ severity: 'high' }])
  })

  it('reports low severity for a number as text if arithmetic converts it, and high if a sum skips it', () => {
    expect(found('numbers_as_text', { A1: '500', B1: '=A1*2' })).toMatchObject([{ severity: 'low' }])
    expect(found('numbers_as_text', { A1: '500', B1: '=A1*2', C1: '=SUM(A1:A2)' })).toMatchObject([
      { severity: 'high' },
    ])
    expect(found('numbers_as_text', { A1: '500', B1: '=IF(A1>100,1,0)' })).toMatchObject([{ severity: 'high' }])
  })

  it('reports low severity for a number typed over a formula that would give the same value', () => {
    const line = (typed: number): SmallSheet =>
      rowsFrom('A1', [
        [1, 2, 3, 4, 5, 6, 7],
        ['=A1*2', '=B1*2', '=C1*2', typed, '=E1*2', '=F1*2', '=G1*2'],
      ])
    expect(found('hardcode_over_formula', line(8))).toMatchObject([{ severity: 'low', cell: 'D2' }])
    expect(found('hardcode_over_formula', line(9))).toMatchObject([{ severity: 'high', cell: 'D2' }])
  })
})
