import { naError } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculator } from './testing.ts'

const calculate = calculator([
  ['Fruit', 'Price', 10, 'b', 30],
  ['apple', 1, 20, 'a', 20],
  ['Apricot', 2, 20, null, 10],
  ['cherry', naError, 30, 'c', 5],
])

const rules: Record<string, readonly (readonly [formula: string, result: unknown])[]> = {
  'exact lookups regard neither case nor kind of match, but the kind of value': [
    ['VLOOKUP("APPLE",A1:B4,2,FALSE)', 1],
    ['VLOOKUP("ap*",A2:B4,2,FALSE)', 1],
    ['VLOOKUP("a?????t",A1:B4,2,0)', 2],
    ['VLOOKUP("1",B1:B4,1,FALSE)', '#N/A'],
    ['VLOOKUP("cherry",A1:B4,2,FALSE)', '#N/A'],
    ['MATCH(20,C1:C4,0)', 2],
    ['MATCH("zebra",A1:A4,0)', '#N/A'],
    ['HLOOKUP("price",A1:B4,3,FALSE)', 2],
  ],
  'approximate lookups take the last that is not larger': [
    ['VLOOKUP(25,C1:D4,1)', 20],
    ['MATCH(20,C1:C4)', 3],
    ['MATCH(5,C1:C4)', '#N/A'],
    ['MATCH(1E+99,C1:C4)', 4],
    ['MATCH(10,E1:E4,-1)', 3],
    ['MATCH(12,E1:E4,-1)', 2],
    ['LOOKUP(25,C1:C4,A1:A4)', 'Apricot'],
    ['LOOKUP(2,1/(C1:C4=20),A1:A4)', 'Apricot'],
    ['LOOKUP("b",{"a","b","c";1,2,3})', 2],
  ],
  'an argument that is left empty is FALSE or 0': [
    ['VLOOKUP(20,C1:D4,2,)', 'a'],
    ['MATCH(20,C1:C4,)', 2],
  ],
  'columns and rows that are not there are errors': [
    ['VLOOKUP("apple",A1:B4,3,FALSE)', '#REF!'],
    ['VLOOKUP("apple",A1:B4,0,FALSE)', '#VALUE!'],
    ['INDEX(A1:B4,5,1)', '#REF!'],
    ['INDEX(A1:B4,-1,1)', '#VALUE!'],
    ['OFFSET(A1,-1,0)', '#REF!'],
    ['INDIRECT("nothing here")', '#REF!'],
    ['GETPIVOTDATA("x",A1)', '#REF!'],
  ],
  'XLOOKUP goes forwards, backwards or by halves, and has a substitute': [
    ['XLOOKUP("apple",A1:A4,B1:B4)', 1],
    ['XLOOKUP(20,C1:C4,A1:A4)', 'apple'],
    ['XLOOKUP(20,C1:C4,A1:A4,,0,-1)', 'Apricot'],
    ['XLOOKUP(25,C1:C4,A1:A4,,-1)', 'apple'],
    ['XLOOKUP(25,C1:C4,A1:A4,,1)', 'cherry'],
    ['XLOOKUP(25,C1:C4,A1:A4,,-1,2)', 'Apricot'],
    ['XLOOKUP(7,E1:E4,A1:A4,,1,-2)', 'Apricot'],
    ['XLOOKUP("x",A1:A4,B1:B4,"none")', 'none'],
    ['XLOOKUP("ap*",A1:A4,B1:B4,,2)', 1],
    ['XLOOKUP("ap*",A1:A4,B1:B4)', '#N/A'],
    ['XLOOKUP(20,C1:C4,A1:B4)', [['apple', 1]]],
    ['XLOOKUP(1,A1:A4,B1:B3)', '#VALUE!'],
    ['XMATCH("^c",A1:A4,3)', 4],
    ['SUM(XLOOKUP(10,C1:C4,C1:C4):XLOOKUP(30,C1:C4,C1:C4))', 80],
  ],
  'references are moved, cut and named': [
    ['SUM(INDEX(C1:E4,0,1))', 80],
    ['INDEX({1,2,3},2)', 2],
    ['SUM(INDEX(C1:C4,2):C4)', 70],
    ['SUM(OFFSET(C1,1,0,2,1))', 40],
    ['SUM(OFFSET(C4,0,0,-2,1))', 50],
    ['SUM(INDIRECT("C"&1&":C2"))', 30],
    ['INDIRECT("R2C1",FALSE)', 'apple'],
    ['ROW(A3)', 3],
    ['ROW(A3:A4)', [[3], [4]]],
    ['COLUMN()', 101],
    ['COLUMNS(A1:C4)', 3],
    ['ROWS({1;2})', 2],
    ['AREAS((A1,B2))', 2],
    ['ADDRESS(2,3)', '$C$2'],
    ['ADDRESS(2,3,4,TRUE,"My sheet")', "'My sheet'!C2"],
    ['ADDRESS(2,3,2,FALSE)', 'R2C[3]'],
  ],
}

describe('lookup and reference functions', () => {
  for (const [rule, cases] of Object.entries(rules)) {
    it.each(cases)(`${rule}: %s`, (formula, result) => expect(calculate(formula)).toEqual(result))
  }

  it('finds the same item in a sorted list by binary search as by linear search', () => {
    const list = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(list, fc.integer({ min: -1, max: 31 }), (numbers, wanted) => {
        const rising = [...numbers].sort((a, b) => a - b)
        const within = calculator(rising.map((value) => [value]))
        const range = `A1:A${rising.length}`
        const last = rising.findLastIndex((value) => value <= wanted)
        expect(within(`MATCH(${wanted},${range})`)).toBe(last === -1 ? '#N/A' : last + 1)
        for (const mode of [-1, 0, 1]) {
          const value = (direction: number) =>
            within(`XLOOKUP(${wanted},${range},${range},"none",${mode},${direction})`)
          expect(value(2)).toBe(value(1))
        }
      }),
    )
  })
})
