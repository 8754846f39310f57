import { naError } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { calculator } from './testing.ts'

const calculate = calculator([
  ['Office', 10, 'a', true, null],
  ['office', 20, 'b', '7', null],
  ['Retail', 30, '', 5, naError],
  ['Off*ce', null, 'c', null, 1],
  ['Retail park', 40, 12, false, 2],
])

const rules: Record<string, readonly (readonly [formula: string, result: unknown])[]> = {
  'in cells only numbers count, as arguments also what reads as one': [
    ['SUM(D1:D5)', 5],
    ['SUM(TRUE,"7",5)', 13],
    ['SUM("x")', '#VALUE!'],
    ['SUM(E1:E5)', '#N/A'],
    ['AVERAGE(B1:B5)', 25],
    ['AVERAGE(C1:C2)', '#DIV/0!'],
    ['MAX(C1:C2)', 0],
    ['PRODUCT(C1:C2)', 0],
    ['COUNT(A1:E5)', 8],
    ['COUNT("1",TRUE,"x")', 2],
    ['COUNTA(A1:D5)', 18],
    ['COUNTBLANK(A1:D5)', 3],
  ],
  'the kinds with an A count text as 0 and TRUE as 1': [
    ['AVERAGEA(D1:D5)', 1.5],
    ['MAXA(D1:D2)', 1],
    ['MINA(C4:C5)', 0],
  ],
  'criteria compare without regard to case and with wildcards': [
    ['SUMIF(A1:A5,"office",B1:B5)', 30],
    ['SUMIF(A1:A5,"Retail*",B1)', 70],
    ['COUNTIF(A1:A5,"off?ce")', 3],
    ['COUNTIF(A1:A5,"off~*ce")', 1],
    ['COUNTIF(A1:A5,"<>Retail")', 4],
  ],
  'criteria compare numbers with numbers': [
    ['COUNTIF(B1:B5,">=20")', 3],
    ['COUNTIF(B1:B5,"<>20")', 4],
    ['COUNTIF(B1:B5,30)', 1],
    ['COUNTIF(D1:D5,7)', 1],
    ['COUNTIF(D1:D5,TRUE)', 1],
    ['COUNTIF(B1:B5,">5%")', 4],
  ],
  'a number stored as text equals its number and differs from it, as in Excel': [
    ['COUNTIF(D1:D5,"=7")', 1],
    ['COUNTIF(D1:D5,"<>7")', 5],
    ['COUNTIF(D1:D5,"<>5")', 4],
    ['SUMIF(D1:D5,"<>7",B1:B5)', 100],
    ['COUNTIFS(D1:D5,"<>7",C1:C5,"b")', 1],
  ],
  'an operator alone, as it comes from an empty cell, finds texts that are not empty': [
    ['COUNTIF(C1:C5,">"&E1)', 3],
    ['COUNTIF(C1:C5,">="&E1)', 3],
    ['COUNTIF(C1:C5,"<"&E1)', 0],
    ['COUNTIF(C1:C5,"<="&E1)', 0],
    ['COUNTIF(B1:B5,">"&E1)', 0],
    ['SUMIF(B1:B5,">"&E1)', 0],
  ],
  'criteria find empty cells, also those beyond the last that is used': [
    ['COUNTIF(B1:B9,"")', 5],
    ['COUNTIF(B1:B9,"=")', 5],
    ['COUNTIF(C1:C9,"=")', 4],
    ['COUNTIF(C1:C9,"")', 5],
    ['COUNTIF(B1:B9,"<>")', 4],
    ['COUNTIF(A:A,"<>office")', 1048574],
  ],
  'several criteria must hold together': [
    ['SUMIFS(B1:B5,A1:A5,"*office*",B1:B5,">10")', 20],
    ['COUNTIFS(A1:A5,"r*",B1:B5,"<40")', 1],
    ['MAXIFS(B1:B5,A1:A5,"o*")', 20],
    ['MINIFS(B1:B5,A1:A5,"none")', 0],
    ['AVERAGEIFS(B1:B5,A1:A5,"none")', '#DIV/0!'],
    ['AVERAGEIF(B1:B5,">10")', 30],
    ['SUMIFS(B1:B5,A1:A4,"x")', '#VALUE!'],
  ],
  'an array of criteria gives an array': [
    ['SUMIF(A1:A5,{"office","Retail"},B1:B5)', [[30, 30]]],
    ['SUM(SUMIFS(B1:B5,A1:A5,{"office";"Retail"}))', 60],
  ],
  'products are summed over ranges that end in empty cells': [
    ['SUMPRODUCT((A1:A9="office")*1,B1:B9)', 30],
    ['SUMPRODUCT((A1:A9="office")*B1:B9)', 30],
    ['SUMPRODUCT(--(A:A="office"),B:B)', 30],
    ['SUMPRODUCT(B1:B9,B1:B8)', '#VALUE!'],
  ],
  'subtotals choose what they compute and what they pass over': [
    ['SUBTOTAL(9,B1:B5)', 100],
    ['SUBTOTAL(1,B1:B5)', 25],
    ['SUBTOTAL(103,A1:A5)', 5],
    ['SUBTOTAL(12,B1:B5)', '#VALUE!'],
    ['AGGREGATE(9,6,E1:E5)', 3],
    ['AGGREGATE(9,4,E1:E5)', '#N/A'],
    ['AGGREGATE(14,6,B1:B5/(A1:A5="office"),1)', 20],
    ['AGGREGATE(15,6,B1:B5,2)', 20],
  ],
}

describe('aggregate functions', () => {
  for (const [rule, cases] of Object.entries(rules)) {
    it.each(cases)(`${rule}: %s`, (formula, result) => expect(calculate(formula)).toEqual(result))
  }

  it('leaves nested subtotals, and on request hidden rows, out of SUBTOTAL and AGGREGATE', () => {
    const inside = calculator([[1], [2], [3]], {
      formula: (_, row) => (row === 2 ? 'SUBTOTAL(9,A1:A2)' : undefined),
      isHidden: (_, row) => row === 0,
    })
    expect(['SUM(A1:A3)', 'SUBTOTAL(9,A1:A3)', 'SUBTOTAL(109,A1:A3)', 'AGGREGATE(9,5,A1:A3)'].map(inside)).toEqual([
      6, 3, 2, 5,
    ])
  })
})
