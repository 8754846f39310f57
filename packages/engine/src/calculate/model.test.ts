import { expect, it } from 'vitest'
import { smallBook } from '../testing/small-book.ts'
import type { Scalar } from '../value/value.ts'
import { createModel } from './model.ts'

const compute = (model: ReturnType<typeof createModel>, text: string): Scalar => {
  const formula = model.formulas.find((one) => one.text === text)
  const value = formula === undefined ? undefined : model.compute(formula)
  if (value === undefined || (typeof value === 'object' && value !== null && 'items' in value)) throw new Error(text)
  return typeof value === 'object' && value !== null ? value.error : value
}

it('subtotals leave out rows that are hidden, and in any case those that a filter hides', () => {
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

it('texts that are joined are no longer than a cell can hold', () => {
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
])('an argument of a LAMBDA that is left out is omitted: %s', (text, expected) => {
  expect(compute(createModel(smallBook({ Sheet: { A1: `=${text}` } })), text)).toBe(expected)
})
