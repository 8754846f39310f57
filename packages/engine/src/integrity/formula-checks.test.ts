import { divError, naError, refError } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { findingsOf, metric } from '../testing/findings-of.ts'
import { rowsFrom, type SmallSheet, smallBook } from '../testing/small-book.ts'
import type { CheckId } from './catalogue.ts'

const columns = ['B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] as const
/** A row of copies: `{c}` is the column, `{p}` the previous one; individual cells can be replaced. */
const copies = (row: number, formula: string, other: SmallSheet = {}): SmallSheet => ({
  ...Object.fromEntries(
    columns.map((c, n) => [
      `${c}${row}`,
      formula.replaceAll('{c}', c).replaceAll('{p}', n === 0 ? 'A' : (columns[n - 1] ?? '')),
    ]),
  ),
  ...other,
})
const series = (row: number, ...values: number[]): SmallSheet =>
  Object.fromEntries(columns.map((c, n) => [`${c}${row}`, values[n % values.length] ?? 0]))

const findingsFor = (check: CheckId, cells: SmallSheet, rest = {}) =>
  findingsOf(check, smallBook({ Model: cells }, rest))

describe('error values', () => {
  it('reports an error value once, at its origin', () => {
    const found = findingsFor('error_value', { A1: 0, B1: '=1/A1', C1: '=B1+1', D1: '=C1*2' })
    expect(found).toEqual([
      {
        severity: 'high',
        sheet: 'Model',
        cell: 'B1',
        message: '=1/A1 in Model!B1 returns #DIV/0!.',
        impact: { dependents: 2, metrics: [] },
      },
    ])
  })
  it('reports critical severity for an error value that a headline metric depends on', () => {
    const book = smallBook({ Model: { A1: 0, B1: '=1/A1', C1: '=B1+1' } })
    const found = findingsOf('error_value', book, [metric('noi', null, { column: 2 })])
    expect(found[0]).toMatchObject({ severity: 'critical', cell: 'B1', impact: { dependents: 1, metrics: ['noi'] } })
  })
  it('reports error values pasted as values', () => {
    expect(findingsFor('error_value', { A1: divError, B1: 2 })).toMatchObject([{ cell: 'A1', severity: 'high' }])
  })
  it('does not report intentional error values', () => {
    expect(findingsFor('error_value', { A1: 1, B1: { formula: '=IF(A1=1,NA(),0)', value: naError } })).toEqual([])
  })
})

describe('broken references', () => {
  it('reports broken references in a row of copies as one finding', () => {
    const book = { A1: 1, B1: { formula: '=A1+#REF!', value: refError }, C1: { formula: '=B1+#REF!', value: refError } }
    expect(findingsFor('broken_reference', book)).toMatchObject([{ severity: 'high', cell: 'B1:C1' }])
  })
  it('reports broken references once per sheet, as critical if a headline metric depends on them', () => {
    const broken = (formula: string) => ({ formula, value: refError })
    const book = { A1: broken('=#REF!*2'), B3: broken('=#REF!+1'), C5: broken('=#REF!/3'), D7: broken('=A1+#REF!') }
    const found = findingsOf('broken_reference', smallBook({ Model: book }), [metric('noi', 1, { column: 0 })])
    expect(found).toMatchObject([{ severity: 'critical', cell: 'A1', message: expect.stringContaining('3 more') }])
  })
  it('reports references to a deleted sheet or name', () => {
    expect(findingsFor('broken_reference', { B1: '=Gone!A1*2' })).toMatchObject([{ cell: 'B1' }])
    expect(findingsFor('broken_reference', { B1: { formula: '=gone_name*2', value: 3 } })).toMatchObject([
      { cell: 'B1' },
    ])
  })
  it('reports low severity for broken references in unused names', () => {
    const names = [{ name: 'old', sheet: undefined, formula: 'Model!#REF!' }]
    expect(findingsFor('broken_reference', { A1: 1 }, { names })).toMatchObject([
      { severity: 'low', sheet: null, cell: null },
    ])
  })
  it('does not report references to existing cells as broken', () => {
    const names = [{ name: 'rate', sheet: undefined, formula: 'Model!$A$1' }]
    expect(findingsFor('broken_reference', { A1: 1, B1: '=rate*Model!A1' }, { names })).toEqual([])
  })
})

describe('stale values', () => {
  it('reports a stale value with both numbers', () => {
    const found = findingsFor('stale_cached_value', { A1: 2, B1: { formula: '=A1*3', value: 7 } })
    expect(found).toMatchObject([
      {
        severity: 'critical',
        cell: 'B1',
        message: 'The file stores 7 in Model!B1, but the formula gives 6. Recalculate and save the workbook.',
      },
    ])
  })
  it('does not report a cached value that equals what the formula gives as stale', () => {
    expect(findingsFor('stale_cached_value', { A1: 2, B1: { formula: '=A1*3', value: 6 } })).toEqual([])
  })
  it('does not report one error in place of another as stale', () => {
    expect(findingsFor('stale_cached_value', { A1: 0, B1: { formula: '=1/A1', value: naError } })).toEqual([])
  })
  it('does not report volatile values as stale', () => {
    expect(findingsFor('stale_cached_value', { A1: 2, B1: { formula: '=RAND()+A1', value: 2.5 } })).toEqual([])
  })
})

describe('numbers typed over a formula', () => {
  const row = { ...series(1, 100, 110, 120) }
  it('reports a number typed between copies of one formula', () => {
    const found = findingsFor('hardcode_over_formula', { ...row, ...copies(2, '={c}1*2', { E2: 250 }) })
    expect(found).toMatchObject([
      {
        severity: 'high',
        cell: 'E2',
        message: '250 is hardcoded in Model!E2, where the neighbors follow the pattern =E1*2.',
      },
    ])
  })
  it('reports a number typed over a formula in a column', () => {
    const column = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`B${n}`, n === 4 ? 9 : `=A${n}*2`]))
    expect(findingsFor('hardcode_over_formula', column)).toMatchObject([{ cell: 'B4' }])
  })
  it('does not report typed numbers at the boundary between actuals and forecast', () => {
    const mixed = { ...row, ...copies(2, '={c}1*2', { B2: 200, C2: 220, D2: 240, E2: 200 }) }
    expect(findingsFor('hardcode_over_formula', mixed)).toEqual([])
  })
})

describe('inconsistent formulas', () => {
  const row = series(1, 100, 110, 120)
  it('reports an odd formula between copies of another one', () => {
    const found = findingsFor('inconsistent_formula', { ...row, ...copies(2, '={c}1*2', { E2: '=D1*2' }) })
    expect(found).toMatchObject([
      {
        severity: 'high',
        cell: 'E2',
        message: '=D1*2 in Model!E2 breaks the pattern of its neighbors, which would be =E1*2.',
      },
    ])
  })
  it('does not report a total as an inconsistent formula', () => {
    expect(findingsFor('inconsistent_formula', { ...row, ...copies(2, '={c}1*2', { E2: '=SUM(B2:D2)' }) })).toEqual([])
  })
  it('does not report an odd formula that recurs in its row', () => {
    const quarters = { D2: '=A1+B1+C1+D1', H2: '=E1+F1+G1+H1' }
    const wide = { ...row, ...copies(2, '={c}1*2', quarters), J2: '=J1*2', K2: '=K1*2', L2: '=L1*2' }
    expect(findingsFor('inconsistent_formula', wide)).toEqual([])
  })
  it('does not report an odd formula that was copied down its column', () => {
    const rows = [2, 3, 4].map((n) => copies(n, `={c}$1*${n}`, { E2: '=E1+1', E3: '=E2+1', E4: '=E3+1' }))
    expect(findingsFor('inconsistent_formula', Object.assign({}, row, ...rows))).toEqual([])
  })
})

describe('sums', () => {
  const lines = rowsFrom('A1', [
    ['Rent', 10],
    ['Parking', 20],
    ['Laundry', 30],
    ['Other', 40],
  ])
  it('reports a sum that stops before a number of its list', () => {
    const found = findingsFor('sum_range_gap', { ...lines, A5: 'Total', B5: '=SUM(B1:B3)' })
    expect(found).toMatchObject([
      { severity: 'high', cell: 'B5', message: '=SUM(B1:B3) in Model!B5 leaves out Model!B4 (40).' },
    ])
  })
  it('does not report a sum of the whole list', () => {
    expect(findingsFor('sum_range_gap', { ...lines, A5: 'Total', B5: '=SUM(B1:B4)' })).toEqual([])
  })
  it('does not report a sum that stops before another total', () => {
    expect(findingsFor('sum_range_gap', { ...lines, B4: '=SUM(B1:B3)', B5: '=SUM(B1:B3)' })).toEqual([])
  })
  it('reports a sum that includes both a subtotal and its parts', () => {
    const found = findingsFor('double_count', { B1: 1, B2: 2, B3: '=SUM(B1:B2)', B4: 4, B5: '=SUM(B1:B4)' })
    expect(found).toMatchObject([
      { severity: 'high', cell: 'B5', message: expect.stringContaining('subtotal in Model!B3') },
    ])
  })
  it('does not report a sum of subtotals only', () => {
    const sheet = { B1: 1, B2: 2, B3: '=SUM(B1:B2)', B4: 4, B5: 5, B6: '=SUM(B4:B5)', B7: '=SUM(B3,B6)' }
    expect(findingsFor('double_count', sheet)).toEqual([])
    expect(findingsFor('double_count', { B1: 1, B2: 2, B3: '=SUBTOTAL(9,B1:B2)', B4: '=SUBTOTAL(9,B1:B3)' })).toEqual(
      [],
    )
  })
  it('reports a cached sum that differs from the sum of its parts', () => {
    const found = findingsFor('total_mismatch', { B1: 1, B2: 2, B3: { formula: '=SUM(B1:B2)', value: 4 } })
    expect(found).toMatchObject([
      { severity: 'critical', cell: 'B3', message: expect.stringContaining('is 4, but its parts add up to 3') },
    ])
    expect(findingsFor('stale_cached_value', { B1: 1, B2: 2, B3: { formula: '=SUM(B1:B2)', value: 4 } })).toEqual([])
  })
  it('reports a typed total that differs from the numbers above it by more than rounding', () => {
    const typed = { ...lines, A5: 'Total income', B5: 106 }
    expect(findingsFor('total_mismatch', typed)).toMatchObject([{ severity: 'high', cell: 'B5' }])
    expect(findingsFor('total_mismatch', { ...lines, A5: 'Total income', B5: 101, C1: '=SUM(B1:B4)' })).toEqual([])
  })
  it('reports row totals and column totals that differ', () => {
    const table = {
      ...rowsFrom('B2', [
        [1, 2, '=SUM(B2:C2)'],
        [3, 4, 99],
        [5, 6, '=SUM(B4:C4)'],
      ]),
      B5: '=SUM(B2:B4)',
      C5: '=SUM(C2:C4)',
      D5: '=SUM(D2:D4)',
    }
    expect(findingsFor('total_mismatch', table)).toMatchObject([{ cell: 'D5' }])
    expect(findingsFor('total_mismatch', { ...table, D3: '=SUM(B3:C3)' })).toEqual([])
  })
})

describe('circular references', () => {
  it('reports a circular reference once per cycle', () => {
    const found = findingsFor('circular_reference', { A1: '=B1+1', B1: '=A1*0.5', C1: '=B1' })
    expect(found).toMatchObject([{ severity: 'high', cell: 'A1:B1', impact: { dependents: 1 } }])
  })
  it('reports circular references in an iterating workbook once per sheet, with medium severity', () => {
    const iteration = { rounds: 100, change: 0.001 }
    const cycle = { B2: '=IF($B$1=1,0,C2)', C2: '=B2*0.5+1' }
    const labeled = { A1: 'Circuit breaker', B1: 0, ...cycle }
    expect(findingsFor('circular_reference', labeled, { iteration })).toMatchObject([{ severity: 'medium' }])
    expect(findingsFor('circular_reference', labeled)).toMatchObject([{ severity: 'high' }])
    const two = { B1: 0, ...cycle, B9: '=C9', C9: '=B9*0.5' }
    expect(findingsFor('circular_reference', two, { iteration })).toMatchObject([{ severity: 'medium' }])
  })
  it('does not report a chain as a circular reference', () => {
    expect(findingsFor('circular_reference', { A1: 1, B1: '=A1+1', C1: '=B1+1' })).toEqual([])
  })
})

describe('links to external workbooks', () => {
  it('reports external links once per workbook', () => {
    const linked = {
      A1: { formula: '=[1]Rents!A1', value: 1 },
      B1: { formula: '=[1]Rents!B1*2', value: 2 },
      C1: { formula: '=[2]Debt!A1', value: 3 },
    }
    expect(findingsFor('external_link', linked)).toMatchObject([{ cell: 'A1:B1', severity: 'high' }, { cell: 'C1' }])
  })
  it('does not report links between sheets of one workbook', () => {
    expect(findingsOf('external_link', smallBook({ Model: { A1: '=Rents!A1' }, Rents: { A1: 1 } }))).toEqual([])
  })
})

describe('numbers stored as text', () => {
  it('reports numbers stored as text among numbers and in arithmetic', () => {
    const summed = { B1: 1, B2: '1,200', B3: 3, B4: '=SUM(B1:B3)' }
    expect(findingsFor('numbers_as_text', summed)).toMatchObject([{ cell: 'B2', severity: 'high' }])
    expect(findingsFor('numbers_as_text', { A1: 1, B1: 2, C1: '3', D1: 4 })).toMatchObject([{ cell: 'C1' }])
    expect(findingsFor('numbers_as_text', { A1: 'Price', B1: '1200', C1: '=B1*2' })).toMatchObject([{ cell: 'B1' }])
  })
  it('reports low severity for numbers as text that no formula reads', () => {
    expect(findingsFor('numbers_as_text', { B1: 1, B2: '1,200', B3: 3 })).toMatchObject([
      { cell: 'B2', severity: 'low' },
    ])
  })
  it('does not report numbers as text in headings or in text functions', () => {
    expect(findingsFor('numbers_as_text', { B1: '2024', C1: '2025', B2: 1, C2: 2, D1: '=B1+1' })).toEqual([])
    expect(findingsFor('numbers_as_text', { A1: '101', B1: '=VLOOKUP(A1,C1:D2,2,FALSE)', C1: '101', D1: 5 })).toEqual(
      [],
    )
  })
})

describe('constants inside formulas', () => {
  it('reports a hardcoded constant once for all similar formulas', () => {
    const found = findingsFor('embedded_constant', { ...series(1, 100), ...copies(2, '={c}1*0.37') })
    expect(found).toMatchObject([{ severity: 'medium', cell: 'B2:I2', message: expect.stringContaining('0.37') }])
  })
  it('does not report unit conversions or lookup positions as hardcoded constants', () => {
    expect(findingsFor('embedded_constant', { ...series(1, 100), ...copies(2, '=ROUND({c}1/12*100,3)') })).toEqual([])
    expect(findingsFor('embedded_constant', { A1: 3, B1: '=INDEX(A1:A9,3)', C1: '=IF(A1>17,1,0)' })).toEqual([])
  })
  it('does not report an input worked out in its cell as a hardcoded constant', () => {
    expect(findingsFor('embedded_constant', { B1: '=1250*37' })).toEqual([])
  })
})

describe('formula practices', () => {
  const table = rowsFrom('C1', [
    [1, 0.1],
    [5, 0.2],
  ])
  it('reports a lookup with an omitted match type as approximate', () => {
    const found = findingsFor('approximate_lookup', {
      ...table,
      A1: 3,
      B1: '=VLOOKUP(A1,C1:D2,2)',
      B2: '=MATCH(A1,C1:C2)',
    })
    expect(found).toMatchObject([{ severity: 'medium', cell: 'B1' }, { cell: 'B2' }])
    expect(findingsFor('approximate_lookup', { ...table, A1: 3, B1: '=HLOOKUP(A1,C1:D2,2,TRUE)' })).toHaveLength(1)
  })
  it('does not report a lookup with an exact match', () => {
    const exact = {
      ...table,
      A1: 5,
      B1: '=VLOOKUP(A1,C1:D2,2,FALSE)',
      B2: '=MATCH(A1,C1:C2,0)',
      B3: '=VLOOKUP(A1,C1:D2,2,)',
    }
    expect(findingsFor('approximate_lookup', exact)).toEqual([])
  })
  it('reports an error masked as zero if it feeds a headline metric', () => {
    const book = smallBook({ Model: { A1: 4, B1: '=IFERROR(A1/2,0)', C1: '=B1*2', D1: '=IFERROR(A1/2,0)' } })
    const found = findingsOf('error_mask', book, [metric('noi', 4, { column: 2 })])
    expect(found).toMatchObject([{ severity: 'low', cell: 'B1', impact: { metrics: ['noi'] } }])
    expect(findingsOf('error_mask', book)).toEqual([])
  })
  it('does not report an error that is replaced by something other than zero', () => {
    const book = smallBook({ Model: { A1: 4, B1: '=IFERROR(A1/2,"n/a")' } })
    expect(findingsOf('error_mask', book, [metric('noi', 2)])).toEqual([])
  })
  it('reports a volatile function once per sheet', () => {
    const found = findingsFor('volatile_function', {
      A1: 1,
      B1: '=OFFSET(A1,0,0)',
      C1: '=OFFSET(B1,0,0)',
      D1: '=SUM(A1:C1)',
    })
    expect(found).toMatchObject([
      { severity: 'low', cell: 'B1:C1', message: expect.stringMatching(/^2 formulas use OFFSET/) },
    ])
    expect(findingsFor('volatile_function', { A1: 1, B1: '=SUM(A1)' })).toEqual([])
  })
  it('reports a formula as complex if it is long, deeply nested, or spans many sheets', () => {
    const deep = '=IF(A1=1,1,IF(A1=2,2,IF(A1=3,3,0)))'
    expect(findingsFor('complex_formula', { A1: 1, B1: deep })).toMatchObject([
      { severity: 'low', message: expect.stringContaining('nests 3 IF functions') },
    ])
    const long = `=${Array.from({ length: 45 }, () => 'A1').join('+')}`
    expect(findingsFor('complex_formula', { A1: 1, B1: long })).toMatchObject([
      { message: expect.stringContaining('134 characters') },
    ])
    const names = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6']
    const wide = smallBook({
      Model: { A1: `=${names.map((name) => `${name}!A1`).join('+')}` },
      ...Object.fromEntries(names.map((name) => [name, { A1: 1 }])),
    })
    expect(findingsOf('complex_formula', wide)).toMatchObject([{ message: expect.stringContaining('6 sheets') }])
    expect(findingsFor('complex_formula', { A1: 1, B1: '=IF(A1=1,1,IF(A1=2,2,0))' })).toEqual([])
  })
  it('reports a calculation that is duplicated, but not a line filled with one', () => {
    const twice = { A1: 1, B1: 2, D1: '=$A$1*$B$1+$A$1/4', F9: '=A1*B1+A1/4' }
    expect(findingsFor('duplicated_calculation', twice)).toMatchObject([{ severity: 'low', cell: 'D1' }])
    expect(findingsFor('duplicated_calculation', { A1: 12, ...copies(2, '=$A$1/12+$A$1') })).toEqual([])
    expect(findingsFor('duplicated_calculation', { A1: 1, B5: '=A1', C9: '=A1' })).toEqual([])
  })
})
