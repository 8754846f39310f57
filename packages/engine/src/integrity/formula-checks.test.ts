import { describe, expect, it } from 'vitest'
import { findingsOf, metric } from '../testing/findings-of.ts'
import { rowsFrom, type SmallSheet, smallBook } from '../testing/small-book.ts'
import { divError, naError, refError } from '../value/error-value.ts'
import type { CheckId } from './catalogue.ts'

const columns = ['B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] as const
/** A row of copies: `{c}` is the column, `{p}` the one before; some cells may be other than that. */
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

const one = (check: CheckId, cells: SmallSheet, rest = {}) => findingsOf(check, smallBook({ Model: cells }, rest))

describe('error values', () => {
  it('are told once, where they begin', () => {
    const found = one('error_value', { A1: 0, B1: '=1/A1', C1: '=B1+1', D1: '=C1*2' })
    expect(found).toEqual([
      {
        severity: 'high',
        sheet: 'Model',
        cell: 'B1',
        message: 'The formula =1/A1 gives #DIV/0!.',
        impact: { dependents: 2, metrics: [] },
      },
    ])
  })
  it('are critical where a headline metric depends on them', () => {
    const book = smallBook({ Model: { A1: 0, B1: '=1/A1', C1: '=B1+1' } })
    const found = findingsOf('error_value', book, [metric('noi', null, { column: 2 })])
    expect(found[0]).toMatchObject({ severity: 'critical', cell: 'B1', impact: { dependents: 1, metrics: ['noi'] } })
  })
  it('that were pasted as values are told too', () => {
    expect(one('error_value', { A1: divError, B1: 2 })).toMatchObject([{ cell: 'A1', severity: 'high' }])
  })
  it('that are meant are not told', () => {
    expect(one('error_value', { A1: 1, B1: { formula: '=IF(A1=1,NA(),0)', value: naError } })).toEqual([])
  })
})

describe('broken references', () => {
  it('are found in formulas, a row of copies as one', () => {
    const book = { A1: 1, B1: { formula: '=A1+#REF!', value: refError }, C1: { formula: '=B1+#REF!', value: refError } }
    expect(one('broken_reference', book)).toMatchObject([{ severity: 'high', cell: 'B1:C1' }])
  })
  it('are critical where a headline metric depends on them, and told once for many formulas of a sheet', () => {
    const broken = (formula: string) => ({ formula, value: refError })
    const book = { A1: broken('=#REF!*2'), B3: broken('=#REF!+1'), C5: broken('=#REF!/3'), D7: broken('=A1+#REF!') }
    const found = findingsOf('broken_reference', smallBook({ Model: book }), [metric('noi', 1, { column: 0 })])
    expect(found).toMatchObject([{ severity: 'critical', cell: 'A1', message: expect.stringContaining('3 more') }])
  })
  it('are found where a sheet or a name was deleted', () => {
    expect(one('broken_reference', { B1: '=Gone!A1*2' })).toMatchObject([{ cell: 'B1' }])
    expect(one('broken_reference', { B1: { formula: '=gone_name*2', value: 3 } })).toMatchObject([{ cell: 'B1' }])
  })
  it('in names that nothing uses are of low severity', () => {
    const names = [{ name: 'old', sheet: undefined, formula: 'Model!#REF!' }]
    expect(one('broken_reference', { A1: 1 }, { names })).toMatchObject([{ severity: 'low', sheet: null, cell: null }])
  })
  it('are not seen in formulas that point to what is there', () => {
    const names = [{ name: 'rate', sheet: undefined, formula: 'Model!$A$1' }]
    expect(one('broken_reference', { A1: 1, B1: '=rate*Model!A1' }, { names })).toEqual([])
  })
})

describe('stale values', () => {
  it('are told with both numbers', () => {
    const found = one('stale_cached_value', { A1: 2, B1: { formula: '=A1*3', value: 7 } })
    expect(found).toMatchObject([
      { severity: 'critical', cell: 'B1', message: 'The file says 7, but the formula gives 6.' },
    ])
  })
  it('are none where the value is what the formula gives', () => {
    expect(one('stale_cached_value', { A1: 2, B1: { formula: '=A1*3', value: 6 } })).toEqual([])
  })
  it('are none where one error stands for another', () => {
    expect(one('stale_cached_value', { A1: 0, B1: { formula: '=1/A1', value: naError } })).toEqual([])
  })
  it('are none where the value moves by itself', () => {
    expect(one('stale_cached_value', { A1: 2, B1: { formula: '=RAND()+A1', value: 2.5 } })).toEqual([])
  })
})

describe('a number typed over a formula', () => {
  const row = { ...series(1, 100, 110, 120) }
  it('is found between copies of one formula', () => {
    const found = one('hardcode_over_formula', { ...row, ...copies(2, '={c}1*2', { E2: 250 }) })
    expect(found).toMatchObject([{ severity: 'high', cell: 'E2', message: expect.stringContaining('250 is typed in') }])
  })
  it('is found in a column as well', () => {
    const column = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`B${n}`, n === 4 ? 9 : `=A${n}*2`]))
    expect(one('hardcode_over_formula', column)).toMatchObject([{ cell: 'B4' }])
  })
  it('is none at the edge between actual figures and the forecast', () => {
    const mixed = { ...row, ...copies(2, '={c}1*2', { B2: 200, C2: 220, D2: 240, E2: 200 }) }
    expect(one('hardcode_over_formula', mixed)).toEqual([])
  })
})

describe('an inconsistent formula', () => {
  const row = series(1, 100, 110, 120)
  it('is found between copies of another one', () => {
    const found = one('inconsistent_formula', { ...row, ...copies(2, '={c}1*2', { E2: '=D1*2' }) })
    expect(found).toMatchObject([
      { severity: 'high', cell: 'E2', message: '=D1*2 differs from its neighbors, such as =D1*2 in D2.' },
    ])
  })
  it('is none where it is a total', () => {
    expect(one('inconsistent_formula', { ...row, ...copies(2, '={c}1*2', { E2: '=SUM(B2:D2)' }) })).toEqual([])
  })
  it('is none where it comes again in the row', () => {
    const quarters = { D2: '=A1+B1+C1+D1', H2: '=E1+F1+G1+H1' }
    const wide = { ...row, ...copies(2, '={c}1*2', quarters), J2: '=J1*2', K2: '=K1*2', L2: '=L1*2' }
    expect(one('inconsistent_formula', wide)).toEqual([])
  })
  it('is none where it was copied down through its column', () => {
    const rows = [2, 3, 4].map((n) => copies(n, `={c}$1*${n}`, { E2: '=E1+1', E3: '=E2+1', E4: '=E3+1' }))
    expect(one('inconsistent_formula', Object.assign({}, row, ...rows))).toEqual([])
  })
})

describe('sums', () => {
  const lines = rowsFrom('A1', [
    ['Rent', 10],
    ['Parking', 20],
    ['Laundry', 30],
    ['Other', 40],
  ])
  it('that stop before a number of their list leave a gap', () => {
    const found = one('sum_range_gap', { ...lines, A5: 'Total', B5: '=SUM(B1:B3)' })
    expect(found).toMatchObject([{ severity: 'high', cell: 'B5', message: '=SUM(B1:B3) stops before Model!B4 (40).' }])
  })
  it('of the whole list leave none', () => {
    expect(one('sum_range_gap', { ...lines, A5: 'Total', B5: '=SUM(B1:B4)' })).toEqual([])
  })
  it('that stop before another total leave none', () => {
    expect(one('sum_range_gap', { ...lines, B4: '=SUM(B1:B3)', B5: '=SUM(B1:B3)' })).toEqual([])
  })
  it('that add a subtotal and its parts count double', () => {
    const found = one('double_count', { B1: 1, B2: 2, B3: '=SUM(B1:B2)', B4: 4, B5: '=SUM(B1:B4)' })
    expect(found).toMatchObject([{ severity: 'high', cell: 'B5', message: expect.stringContaining('subtotal in B3') }])
  })
  it('that add subtotals alone do not', () => {
    const sheet = { B1: 1, B2: 2, B3: '=SUM(B1:B2)', B4: 4, B5: 5, B6: '=SUM(B4:B5)', B7: '=SUM(B3,B6)' }
    expect(one('double_count', sheet)).toEqual([])
    expect(one('double_count', { B1: 1, B2: 2, B3: '=SUBTOTAL(9,B1:B2)', B4: '=SUBTOTAL(9,B1:B3)' })).toEqual([])
  })
  it('that are not the sum of their parts do not add up', () => {
    const found = one('total_mismatch', { B1: 1, B2: 2, B3: { formula: '=SUM(B1:B2)', value: 4 } })
    expect(found).toMatchObject([{ severity: 'critical', cell: 'B3', message: expect.stringContaining('says 4') }])
    expect(one('stale_cached_value', { B1: 1, B2: 2, B3: { formula: '=SUM(B1:B2)', value: 4 } })).toEqual([])
  })
  it('that were typed in must be what stands above them, but for rounding', () => {
    const typed = { ...lines, A5: 'Total income', B5: 106 }
    expect(one('total_mismatch', typed)).toMatchObject([{ severity: 'high', cell: 'B5' }])
    expect(one('total_mismatch', { ...lines, A5: 'Total income', B5: 101, C1: '=SUM(B1:B4)' })).toEqual([])
  })
  it('of rows and of columns must come to the same', () => {
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
    expect(one('total_mismatch', table)).toMatchObject([{ cell: 'D5' }])
    expect(one('total_mismatch', { ...table, D3: '=SUM(B3:C3)' })).toEqual([])
  })
})

describe('circular references', () => {
  it('are told once for each cycle', () => {
    const found = one('circular_reference', { A1: '=B1+1', B1: '=A1*0.5', C1: '=B1' })
    expect(found).toMatchObject([{ severity: 'high', cell: 'A1:B1', impact: { dependents: 1 } }])
  })
  it('are of medium severity where the workbook iterates, told once for each sheet', () => {
    const iteration = { rounds: 100, change: 0.001 }
    const cycle = { B2: '=IF($B$1=1,0,C2)', C2: '=B2*0.5+1' }
    const labeled = { A1: 'Circuit breaker', B1: 0, ...cycle }
    expect(one('circular_reference', labeled, { iteration })).toMatchObject([{ severity: 'medium' }])
    expect(one('circular_reference', labeled)).toMatchObject([{ severity: 'high' }])
    const two = { B1: 0, ...cycle, B9: '=C9', C9: '=B9*0.5' }
    expect(one('circular_reference', two, { iteration })).toMatchObject([{ severity: 'medium' }])
  })
  it('are none in a chain', () => {
    expect(one('circular_reference', { A1: 1, B1: '=A1+1', C1: '=B1+1' })).toEqual([])
  })
})

describe('links to other workbooks', () => {
  it('are told once for each of them', () => {
    const linked = {
      A1: { formula: '=[1]Rents!A1', value: 1 },
      B1: { formula: '=[1]Rents!B1*2', value: 2 },
      C1: { formula: '=[2]Debt!A1', value: 3 },
    }
    expect(one('external_link', linked)).toMatchObject([{ cell: 'A1:B1', severity: 'high' }, { cell: 'C1' }])
  })
  it('are none among the sheets of one workbook', () => {
    expect(findingsOf('external_link', smallBook({ Model: { A1: '=Rents!A1' }, Rents: { A1: 1 } }))).toEqual([])
  })
})

describe('numbers stored as text', () => {
  it('are found among numbers, and where a formula reckons with them', () => {
    const summed = { B1: 1, B2: '1,200', B3: 3, B4: '=SUM(B1:B3)' }
    expect(one('numbers_as_text', summed)).toMatchObject([{ cell: 'B2', severity: 'high' }])
    expect(one('numbers_as_text', { A1: 1, B1: 2, C1: '3', D1: 4 })).toMatchObject([{ cell: 'C1' }])
    expect(one('numbers_as_text', { A1: 'Price', B1: '1200', C1: '=B1*2' })).toMatchObject([{ cell: 'B1' }])
  })
  it('are of low severity when no formula reads them', () => {
    expect(one('numbers_as_text', { B1: 1, B2: '1,200', B3: 3 })).toMatchObject([{ cell: 'B2', severity: 'low' }])
  })
  it('are none in headings, and where a formula takes them as text', () => {
    expect(one('numbers_as_text', { B1: '2024', C1: '2025', B2: 1, C2: 2, D1: '=B1+1' })).toEqual([])
    expect(one('numbers_as_text', { A1: '101', B1: '=VLOOKUP(A1,C1:D2,2,FALSE)', C1: '101', D1: 5 })).toEqual([])
  })
})

describe('constants inside formulas', () => {
  it('are told once for all formulas that are alike', () => {
    const found = one('embedded_constant', { ...series(1, 100), ...copies(2, '={c}1*0.37') })
    expect(found).toMatchObject([{ severity: 'medium', cell: 'B2:I2', message: expect.stringContaining('0.37') }])
  })
  it('are none where they turn one unit into another, or say where to look', () => {
    expect(one('embedded_constant', { ...series(1, 100), ...copies(2, '=ROUND({c}1/12*100,3)') })).toEqual([])
    expect(one('embedded_constant', { A1: 3, B1: '=INDEX(A1:A9,3)', C1: '=IF(A1>17,1,0)' })).toEqual([])
  })
  it('are none in an input that is worked out where it stands', () => {
    expect(one('embedded_constant', { B1: '=1250*37' })).toEqual([])
  })
})

describe('habits of formulas', () => {
  const table = rowsFrom('C1', [
    [1, 0.1],
    [5, 0.2],
  ])
  it('a lookup without a kind of match takes the nearest entry', () => {
    const found = one('approximate_lookup', { ...table, A1: 3, B1: '=VLOOKUP(A1,C1:D2,2)', B2: '=MATCH(A1,C1:C2)' })
    expect(found).toMatchObject([{ severity: 'medium', cell: 'B1' }, { cell: 'B2' }])
    expect(one('approximate_lookup', { ...table, A1: 3, B1: '=HLOOKUP(A1,C1:D2,2,TRUE)' })).toHaveLength(1)
  })
  it('a lookup for an exact match does not', () => {
    const exact = {
      ...table,
      A1: 5,
      B1: '=VLOOKUP(A1,C1:D2,2,FALSE)',
      B2: '=MATCH(A1,C1:C2,0)',
      B3: '=VLOOKUP(A1,C1:D2,2,)',
    }
    expect(one('approximate_lookup', exact)).toEqual([])
  })
  it('an error that would show as zero is told where it feeds a headline metric', () => {
    const book = smallBook({ Model: { A1: 4, B1: '=IFERROR(A1/2,0)', C1: '=B1*2', D1: '=IFERROR(A1/2,0)' } })
    const found = findingsOf('error_mask', book, [metric('noi', 4, { column: 2 })])
    expect(found).toMatchObject([{ severity: 'low', cell: 'B1', impact: { metrics: ['noi'] } }])
    expect(findingsOf('error_mask', book)).toEqual([])
  })
  it('an error that is answered with something else is not', () => {
    const book = smallBook({ Model: { A1: 4, B1: '=IFERROR(A1/2,"n/a")' } })
    expect(findingsOf('error_mask', book, [metric('noi', 2)])).toEqual([])
  })
  it('a volatile function is told once on each sheet', () => {
    const found = one('volatile_function', { A1: 1, B1: '=OFFSET(A1,0,0)', C1: '=OFFSET(B1,0,0)', D1: '=SUM(A1:C1)' })
    expect(found).toMatchObject([
      { severity: 'low', cell: 'B1:C1', message: expect.stringMatching(/^2 formulas use OFFSET/) },
    ])
    expect(one('volatile_function', { A1: 1, B1: '=SUM(A1)' })).toEqual([])
  })
  it('a formula is complex when it is long, deep, or spread over many sheets', () => {
    const deep = '=IF(A1=1,1,IF(A1=2,2,IF(A1=3,3,0)))'
    expect(one('complex_formula', { A1: 1, B1: deep })).toMatchObject([
      { severity: 'low', message: expect.stringContaining('nests 3 IFs') },
    ])
    const long = `=${Array.from({ length: 45 }, () => 'A1').join('+')}`
    expect(one('complex_formula', { A1: 1, B1: long })).toMatchObject([
      { message: expect.stringContaining('134 characters') },
    ])
    const names = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6']
    const wide = smallBook({
      Model: { A1: `=${names.map((name) => `${name}!A1`).join('+')}` },
      ...Object.fromEntries(names.map((name) => [name, { A1: 1 }])),
    })
    expect(findingsOf('complex_formula', wide)).toMatchObject([{ message: expect.stringContaining('6 sheets') }])
    expect(one('complex_formula', { A1: 1, B1: '=IF(A1=1,1,IF(A1=2,2,0))' })).toEqual([])
  })
  it('a calculation that stands in two places is told; a line filled with one is not', () => {
    const twice = { A1: 1, B1: 2, D1: '=$A$1*$B$1+$A$1/4', F9: '=A1*B1+A1/4' }
    expect(one('duplicated_calculation', twice)).toMatchObject([{ severity: 'low', cell: 'D1' }])
    expect(one('duplicated_calculation', { A1: 12, ...copies(2, '=$A$1/12+$A$1') })).toEqual([])
    expect(one('duplicated_calculation', { A1: 1, B5: '=A1', C9: '=A1' })).toEqual([])
  })
})
