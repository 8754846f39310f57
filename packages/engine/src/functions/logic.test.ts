import { divError, naError } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { calculator } from './testing.ts'

const calculate = calculator(
  [
    [1, 'text', true, null, naError],
    [0, 'TRUE', false, 2, divError],
  ],
  { formula: (_, row, column) => (row === 0 && column === 0 ? '_xlfn.XLOOKUP(1,B1,C1)' : undefined) },
)

const rules: Record<string, readonly (readonly [formula: string, result: unknown])[]> = {
  'IF computes only the branch that it takes': [
    ['IF(A1,"yes","no")', 'yes'],
    ['IF(A2,"yes","no")', 'no'],
    ['IF(A2,"yes")', false],
    ['IF(TRUE,,2)', 0],
    ['IF(D1,1,2)', 2],
    ['IF(B1,1,2)', '#VALUE!'],
    ['IF("true",1,2)', 1],
    ['IF(E1,1,2)', '#N/A'],
    ['IF(TRUE,1,E1)', 1],
  ],
  'conditions that are arrays choose item by item': [
    ['IF({TRUE,FALSE},{1,2},3)', [[1, 3]]],
    ['IF(A1:A2>0,B1:B2,"none")', [['text'], ['none']]],
    ['IFERROR(1/{1,0,2},9)', [[1, 9, 0.5]]],
    ['CHOOSE({2,1},"x","y")', [['y', 'x']]],
    ['SWITCH({1,5},1,"a","b")', [['a', 'b']]],
  ],
  'a reference that is chosen stays one': [
    ['SUM(IF(TRUE,A1:A2,D1))', 1],
    ['ROWS(CHOOSE(2,A1,A1:A2))', 2],
  ],
  'the first case that fits is taken': [
    ['IFS(FALSE,1,TRUE,2,TRUE,3)', 2],
    ['IFS(FALSE,1)', '#N/A'],
    ['SWITCH(2,1,"x",2,"y","z")', 'y'],
    ['SWITCH("A","a",1,2)', 1],
    ['SWITCH(9,1,"x")', '#N/A'],
    ['CHOOSE(3,1,2)', '#VALUE!'],
    ['CHOOSE(2.9,"x","y")', 'y'],
  ],
  'errors are replaced, of one kind or of all': [
    ['IFERROR(E1,"-")', '-'],
    ['IFERROR(A1,"-")', 1],
    ['IFERROR(1/0,)', 0],
    ['IFNA(E1,"-")', '-'],
    ['IFNA(E2,"-")', '#DIV/0!'],
  ],
  'AND and OR pass over text in cells and want at least one condition': [
    ['AND(A1:D1)', true],
    ['AND(A1:D2)', false],
    ['OR(A2,C2)', false],
    ['AND(B1:B2)', '#VALUE!'],
    ['AND("x",TRUE)', '#VALUE!'],
    ['OR(E1,TRUE)', '#N/A'],
    ['XOR(TRUE,TRUE,TRUE)', true],
    ['NOT(0)', true],
  ],
  'values are asked what they are, errors too': [
    ['ISERROR(E1)', true],
    ['ISERR(E1)', false],
    ['ISNA(E1)', true],
    ['ISBLANK(D1)', true],
    ['ISBLANK("")', false],
    ['ISTEXT(B2)', true],
    ['ISNONTEXT(D1)', true],
    ['ISLOGICAL(B2)', false],
    ['ISNUMBER(D1)', false],
    ['ISEVEN(-3.9)', false],
    ['ISODD(TRUE)', '#VALUE!'],
    ['ISREF(A1)', true],
    ['ISREF(5)', false],
    ['ERROR.TYPE(E2)', 2],
    ['ERROR.TYPE(1)', '#N/A'],
    ['TYPE(A1:A2)', 64],
    ['TYPE(C1)', 4],
    ['TYPE(E1)', 16],
    ['N(C1)', 1],
    ['N(B1)', 0],
    ['T(A1)', ''],
    ['NA()', '#N/A'],
  ],
  'cells are asked for their place and their formula': [
    ['FORMULATEXT(A1)', '=XLOOKUP(1,B1,C1)'],
    ['FORMULATEXT(A2)', '#N/A'],
    ['ISFORMULA(A1)', true],
    ['CELL("address",B2)', '$B$2'],
    ['CELL("type",B1)', 'l'],
    ['SHEET()', 1],
    ['SHEET("sheet1")', 1],
    ['SHEETS()', 1],
  ],
}

describe('logical and information functions', () => {
  for (const [rule, cases] of Object.entries(rules)) {
    it.each(cases)(`${rule}: %s`, (formula, result) => expect(calculate(formula)).toEqual(result))
  }
})
