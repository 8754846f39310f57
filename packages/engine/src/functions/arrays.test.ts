import { divError, naError } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculator } from './testing.ts'

const calculate = calculator([
  [3, 'c', 'x'],
  [1, 'a', 'X'],
  [2, null, divError],
  [naError, 'B', null],
])

const rules: Record<string, readonly (readonly [formula: string, result: unknown])[]> = {
  'arrays are made from nothing': [
    [
      'SEQUENCE(2,3,10,5)',
      [
        [10, 15, 20],
        [25, 30, 35],
      ],
    ],
    ['SEQUENCE(,2)', [[1, 2]]],
    ['SEQUENCE(-1)', '#VALUE!'],
    [
      'MAKEARRAY(2,2,LAMBDA(r,c,r*c))',
      [
        [1, 2],
        [2, 4],
      ],
    ],
    ['RANDARRAY(1,2,1,10,TRUE)', [[6, 6]]],
  ],
  'parts are taken and dropped, from the end where negative': [
    ['TAKE({1,2;3,4},1)', [[1, 2]]],
    ['TAKE({1,2;3,4},-1,-1)', 4],
    ['TAKE({1,2;3,4},0)', '#CALC!'],
    ['DROP({1,2;3,4},1)', [[3, 4]]],
    ['DROP({1,2;3,4},,1)', [[2], [4]]],
    ['DROP({1,2},1)', '#CALC!'],
    ['CHOOSECOLS({1,2,3},-1,1)', [[3, 1]]],
    ['CHOOSEROWS({1;2;3},{3,1})', [[3], [1]]],
    ['CHOOSEROWS({1;2},3)', '#VALUE!'],
  ],
  'arrays are put together and reshaped; what is missing is #N/A': [
    [
      'VSTACK({1,2},3)',
      [
        [1, 2],
        [3, '#N/A'],
      ],
    ],
    [
      'HSTACK({1;2},3)',
      [
        [1, 3],
        [2, '#N/A'],
      ],
    ],
    [
      'EXPAND({1,2},2,2,0)',
      [
        [1, 2],
        [0, 0],
      ],
    ],
    ['EXPAND({1,2},1,1)', '#VALUE!'],
    ['TOROW({1,2;3,4},0,TRUE)', [[1, 3, 2, 4]]],
    ['TOCOL(C1:C4,3)', [['x'], ['X']]],
    [
      'WRAPROWS({1,2,3},2)',
      [
        [1, 2],
        [3, '#N/A'],
      ],
    ],
    [
      'WRAPCOLS({1,2,3},2,"-")',
      [
        [1, 3],
        [2, '-'],
      ],
    ],
    [
      'TRANSPOSE(A1:B2)',
      [
        [3, 1],
        ['c', 'a'],
      ],
    ],
  ],
  'sorting puts numbers before texts, errors after them and empty cells last': [
    ['SORT(A1:A4)', [[1], [2], [3], ['#N/A']]],
    ['SORT(A1:A4,,-1)', [['#N/A'], [3], [2], [1]]],
    ['SORT(B1:B4)', [['a'], ['B'], ['c'], [0]]],
    ['SORT(B1:B4,1,-1)', [['c'], ['B'], ['a'], [0]]],
    ['SORT({3,1,2},1,1,TRUE)', [[1, 2, 3]]],
    [
      'SORT({1,2;1,1},{1,2},{1,1})',
      [
        [1, 1],
        [1, 2],
      ],
    ],
    ['SORT({1;2},2)', '#VALUE!'],
    ['SORTBY({"x";"y";"z"},{3;1;2})', [['y'], ['z'], ['x']]],
    ['SORTBY({"x";"y"},{1;2;3})', '#VALUE!'],
  ],
  'filtering keeps rows or columns, and says so where none is left': [
    [
      'FILTER(A1:B3,A1:A3>1)',
      [
        [3, 'c'],
        [2, 0],
      ],
    ],
    ['FILTER({1,2,3},{1,0,1})', [[1, 3]]],
    ['FILTER({1;2},{0;0})', '#CALC!'],
    ['FILTER({1;2},{0;0},"none")', 'none'],
    ['FILTER({1;2},{1;1;1})', '#VALUE!'],
    ['FILTER(A1:A4,A1:A4>1)', '#N/A'],
  ],
  'the same text in another case is not unique': [
    ['UNIQUE(C1:C2)', 'x'],
    ['UNIQUE({1;2;1})', [[1], [2]]],
    ['UNIQUE({1;2;1},FALSE,TRUE)', 2],
    ['UNIQUE({1,2,1},TRUE)', [[1, 2]]],
    ['UNIQUE({1,"1"},TRUE)', [[1, '1']]],
  ],
  'LAMBDAs run over items, rows and columns': [
    ['MAP({1,2},{10,20},LAMBDA(a,b,a+b))', [[11, 22]]],
    ['BYROW({1,2;3,4},LAMBDA(row,SUM(row)))', [[3], [7]]],
    ['BYCOL(A1:A3,LAMBDA(column,MAX(column)))', 3],
    ['REDUCE(10,{1,2,3},LAMBDA(sum,one,sum+one))', 16],
    ['SCAN(0,{1,2,3},LAMBDA(sum,one,sum+one))', [[1, 3, 6]]],
    ['SCAN(,{1,2,3},LAMBDA(sum,one,sum*one))', [[1, 2, 6]]],
    ['BYROW({1,2},LAMBDA(a,b,a))', '#VALUE!'],
    ['MAP({1,2},LAMBDA(a,{1,2}))', [['#CALC!', '#CALC!']]],
    ['MAP({1,0},LAMBDA(a,1/a))', [[1, '#DIV/0!']]],
  ],
}

describe('array functions', () => {
  for (const [rule, cases] of Object.entries(rules)) {
    it.each(cases)(`${rule}: %s`, (formula, result) => expect(calculate(formula)).toEqual(result))
  }

  it('restores arrays that are sorted or transposed twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 2, maxLength: 15 }), (numbers) => {
        const within = calculator(numbers.map((value) => [value]))
        const range = `A1:A${numbers.length}`
        expect(within(`SORT(SORT(${range},1,-1))`)).toEqual(within(`SORT(${range})`))
        expect(within(`TRANSPOSE(TRANSPOSE(${range}))`)).toEqual(numbers.map((value) => [value]))
        expect(within(`VSTACK(TAKE(${range},1),DROP(${range},1))`)).toEqual(numbers.map((value) => [value]))
      }),
    )
  })
})
