import type { WorkbookTable } from '@deal-canvas/workbook-reader'
import { expect, it } from 'vitest'
import { smallBook } from '../testing/small-book.ts'
import type { Scalar } from '../value/value.ts'
import { createModel } from './model.ts'

const compute = (model: ReturnType<typeof createModel>, text: string): Scalar => {
  const formula = model.formulas.find((item) => item.text === text)
  const value = formula === undefined ? undefined : model.compute(formula)
  if (value === undefined || (typeof value === 'object' && value !== null && 'items' in value)) throw new Error(text)
  return typeof value === 'object' && value !== null ? value.error : value
}

it('leaves hidden rows out of subtotals if requested, and filtered rows in any case', () => {
  const texts = ['SUBTOTAL(9,A1:A4)', 'SUBTOTAL(109,A1:A4)', 'AGGREGATE(9,5,A1:A4)', 'SUM(A1:A4)']
  const cells = { A1: 1, A2: 2, A3: 4, A4: 8, ...Object.fromEntries(texts.map((text, n) => [`C${n + 1}`, `=${text}`])) }
  const book = smallBook({ Sheet: cells })
  const hidden = book.sheets.map((sheet) => ({
    ...sheet,
    hiddenRows: [{ first: 1, last: 2 }],
    filteredRows: [{ first: 2, last: 3 }],
  }))
  const model = createModel({ ...book, sheets: hidden })
  expect(texts.map((text) => compute(model, text))).toEqual([11, 9, 9, 15])
})

it('leaves rows hidden by a table’s filter out of subtotals, but not rows hidden manually', () => {
  const texts = ['SUBTOTAL(9,A2:A4)', 'SUBTOTAL(9,B2:B9)']
  const book = smallBook({
    Sheet: { A1: 'Rent', A2: 1, A3: 2, A4: 4, B7: 8, B8: 16, C1: `=${texts[0]}`, C2: `=${texts[1]}` },
  })
  const area = { sheet: 0, top: 0, left: 0, bottom: 3, right: 0 }
  const table = { name: 'Rents', area, columns: ['Rent'], headerRows: 1, totalsRows: 0, isFiltered: true }
  const hiddenRows = [
    { first: 2, last: 2 },
    { first: 6, last: 6 },
  ]
  const sheets = book.sheets.map((sheet) => ({ ...sheet, hiddenRows }))
  const computed = (tables: readonly WorkbookTable[]) => {
    const model = createModel({ ...book, sheets, tables })
    return texts.map((text) => compute(model, text))
  }
  expect(computed([table])).toEqual([5, 24])
  expect(computed([{ ...table, isFiltered: false }])).toEqual([7, 24])
})

it('does not compute GETPIVOTDATA because pivot tables are not read', () => {
  const cached = { formula: '=GETPIVOTDATA("Rent",A1)', value: 12 }
  expect(createModel(smallBook({ Sheet: { B1: cached } })).formulas).toMatchObject([{ frozen: 'unsupported' }])
})

it('limits concatenated text to the length that a cell can hold', () => {
  const texts = ['LEN(REPT("a",32766)&"b")', 'REPT("a",32767)&"b"']
  const model = createModel(smallBook({ Sheet: { A1: `=${texts[0]}`, A2: `=${texts[1]}` } }))
  expect(texts.map((text) => compute(model, text))).toEqual([32_767, '#VALUE!'])
})

it.each([
  ['LAMBDA(a,b,ISOMITTED(b))(1)', true],
  ['LAMBDA(a,b,ISOMITTED(b))(1,)', true],
  ['LAMBDA(a,b,ISOMITTED(b))(1,2)', false],
  ['LAMBDA(a,b,ISOMITTED(a))(,2)', true],
  ['LAMBDA(a,b,IF(ISOMITTED(b),a,a*b))(5)', 5],
  ['LAMBDA(a,b,a+b)(5)', 5],
  ['LET(f,LAMBDA(a,ISOMITTED(a)),LAMBDA(b,f(b))())', true],
])('treats an omitted LAMBDA argument as omitted: %s', (text, expected) => {
  expect(compute(createModel(smallBook({ Sheet: { A1: `=${text}` } })), text)).toBe(expected)
})
