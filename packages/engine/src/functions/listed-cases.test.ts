import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Scalar } from '../value/value.ts'
import { listedFunctions } from './listed-functions.ts'
import { calculator } from './testing.ts'

const folder = new URL('./', import.meta.url)
const cells: Scalar[][] = [
  [1, 2, 3],
  [4, 'x', null],
  [true, -5, 6],
]
const calculate = calculator(cells)

const strengths = '{1345,1301,1368,1322,1310,1370,1318,1350,1303,1299}'

/** Covers the definitions, errors and coercions of functions that models commonly use. */
const rules: Record<string, readonly (readonly [formula: string, result: Scalar | Scalar[][]])[]> = {
  'smallest, largest and middle': [
    ['MIN(A1:C3)', -5],
    ['MIN("5",TRUE)', 1],
    ['MIN(E1:E2)', 0],
    ['MIN(A1,"x")', '#VALUE!'],
    ['MAX(A1:C3)', 6],
    ['MEDIAN(1,2,3,4)', 2.5],
    ['MEDIAN(E1)', '#NUM!'],
    ['MAXIFS(A1:C1,A1:C1,"<3")', 2],
    ['MINIFS(A1:C1,A1:C1,">9")', 0],
    ['SMALL(A1:C3,1)', -5],
    ['SMALL(A1:C3,9)', '#NUM!'],
    ['LARGE(A1:C3,2)', 4],
    ['PERCENTILE.INC({1,2,3,4},0.3)', 1.9],
    ['PERCENTILE.INC({1,2},1.1)', '#NUM!'],
    ['PERCENTILE.EXC({1,2,3,4},0.2)', 1],
    ['PERCENTILE.EXC({1,2,3,4},0.1)', '#NUM!'],
    ['QUARTILE.INC({1,2,4,7,8,9,10,12},1)', 3.5],
    ['QUARTILE.INC({1,2},5)', '#NUM!'],
    ['RANK(7,A1:C1)', '#N/A'],
    ['RANK(2,A1:C1,1)', 2],
  ],
  'numbers are rounded, divided and raised': [
    ['ABS("-3")', 3],
    ['ABS("x")', '#VALUE!'],
    ['ABS(E1)', 0],
    ['EXP(1)', Math.E],
    ['EXP(710)', '#NUM!'],
    ['LN(86)', 4.4543473],
    ['LN(0)', '#NUM!'],
    ['SQRT(-1)', '#NUM!'],
    ['PRODUCT("2",3)', 6],
    ['PRODUCT(A1:C1)', 6],
    ['ROUND(-2.5,0)', -3],
    ['ROUND(2.675,2)', 2.68],
    ['ROUND(1.005,2)', 1.01],
    ['ROUND(1234.5,-2)', 1200],
    ['ROUND(50,-2)', 100],
    ['ROUNDUP(-1.1,0)', -2],
    ['ROUNDUP(1234,-2)', 1300],
    ['ROUNDDOWN(-1.9,0)', -1],
    ['ROUNDDOWN(1299,-2)', 1200],
    ['MOD(-7,3)', 2],
    ['MOD(7,-3)', -2],
    ['MOD(-7,-3)', -1],
    ['MOD(7,0)', '#DIV/0!'],
    ['MROUND(10,3)', 9],
    ['MROUND(-10,-3)', -9],
    ['MROUND(7.5,5)', 10],
    ['MROUND(5,-2)', '#NUM!'],
    ['MROUND(0,5)', 0],
  ],
  'samples have a spread, a slope and a likeness': [
    [`VAR(${strengths})`, 754.2666667],
    [`VAR.S(${strengths})`, 754.2666667],
    [`VAR.P(${strengths})`, 678.84],
    [`STDEV(${strengths})`, 27.4639157],
    [`STDEV.S(${strengths})`, 27.4639157],
    [`STDEV.P(${strengths})`, 26.0545581],
    ['STDEV({1})', '#DIV/0!'],
    ['VAR(TRUE,FALSE)', 0.5],
    ['CORREL({3,2,4,5,6},{9,7,12,15,17})', 0.9970544855],
    ['CORREL({1,2},{1,2,3})', '#N/A'],
    ['COVARIANCE.P({3,2,4,5,6},{9,7,12,15,17})', 5.2],
    ['COVARIANCE.S({2,4,8},{5,11,12})', 9.6666667],
    ['FORECAST(30,{6,7,9,15,21},{20,28,31,38,40})', 10.607253],
    ['INTERCEPT({2,3,9,1,8},{6,5,11,7,5})', 0.0483871],
    ['SLOPE({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})', 11 / 36],
    ['SLOPE({1,2},{3,3})', '#DIV/0!'],
    ['NORM.S.DIST(1.333333,TRUE)', 0.9087887256],
    ['NORM.S.DIST(1.333333,FALSE)', 0.1640101476],
    ['NORMINV(0.908789,40,1.5)', 42.00000201],
    ['NORMINV(0,40,1.5)', '#NUM!'],
    ['BETA.INV(0.685470581,8,10,1,3)', 2],
    ['BETA.INV(1E-10,1,1)', 1e-10],
    ['BETA.INV(1E-20,0.1,1)', 1e-200],
    ['BETA.INV(1E-40,0.1,1)', 0],
    ['RAND()', 0.5],
    ['RANDBETWEEN(3,1)', '#NUM!'],
    ['RANDARRAY(1,2,1,3,TRUE)', [[2, 2]]],
  ],
  'what meets a condition is counted and averaged': [
    ['COUNTA(A1:C3,"")', 9],
    ['COUNTIF(A1:C3,"?")', 1],
    ['COUNTIF(A1:C3,"<>")', 8],
    ['COUNTIFS(A1:C1,">1",A1:C1,"<3")', 1],
    ['COUNTIFS(A1:C1,">1",A1:B1,"<3")', '#VALUE!'],
    ['SUMIFS(A1:C1,A1:C1,">=2",A1:C1,"<3")', 2],
    ['SUMIFS(A2:C2,A2:C2,"*")', 0],
    ['AVERAGEIF(A1:C1,">1")', 2.5],
    ['AVERAGEIFS(A1:C1,A1:C1,">9")', '#DIV/0!'],
    ['SUBTOTAL(9,A1:C3)', 11],
    ['SUBTOTAL(103,A1:C3)', 8],
    ['SUBTOTAL(12,A1)', '#VALUE!'],
    ['SUBTOTAL(9,5)', '#VALUE!'],
    ['AGGREGATE(14,6,A1:C3,1)', 6],
    ['AGGREGATE(4,6,{1})', '#VALUE!'],
    ['AGGREGATE(20,6,A1)', '#VALUE!'],
  ],
  'what is looked for is found, or what is next to it': [
    ['HLOOKUP(2,A1:C2,2,FALSE)', 'x'],
    ['HLOOKUP(9,A1:C2,2,FALSE)', '#N/A'],
    ['HLOOKUP(2,A1:C2,3,FALSE)', '#REF!'],
    ['XMATCH(2,A1:C1)', 2],
    ['XMATCH(4,A1:C1,-1)', 3],
    ['XLOOKUP(2.5,{1,2,3},{10,20,30},"no",-1)', 20],
    ['XLOOKUP(2.5,{1,2,3},{10,20,30},"no",1)', 30],
    ['XLOOKUP("b*",{"a","bc","bd"},{1,2,3},"no",2)', 2],
    ['XLOOKUP("b*",{"a","bc","bd"},{1,2,3},"no",2,-1)', 3],
    ['XLOOKUP(2,{3,2,1},{30,20,10},,0,-2)', 20],
    ['XLOOKUP(1,{1,2},{1,2,3})', '#VALUE!'],
    ['ROW(B5)', 5],
    ['COLUMN(B5)', 2],
    ['COLUMNS(A1:C3)', 3],
  ],
  'loans and investments': [
    ['FV(0.01,12,-1000)', 12682.503013],
    ['NPER(0,-100,1000)', 10],
    ['NPER(0.01,-100,-1000)', -9.578594],
    ['RATE(10,0,-100,200)', 0.0717734625],
    ['RATE(12,-100,1200)', 0],
    ['RATE(10,100,100,100)', '#NUM!'],
    ['RATE(5,100,100,-1)', '#NUM!'],
    ['RATE(0,1,1)', '#NUM!'],
    ['RRI(0,1,2)', '#NUM!'],
    ['IRR({-100,110})', 0.1],
    ['IRR({-100,-5})', '#NUM!'],
    ['IRR({-1,3,-2.5})', '#NUM!'],
    ['IRR({-1000,500,500},"a")', '#VALUE!'],
    ['XIRR({-100,110},{43831,44196})', 0.1],
    ['XIRR({-100,1},{43831,44196})', -0.99],
    ['XIRR({-100,0},{43831,44196})', '#NUM!'],
    ['XIRR({-100,110,5},{43831,44196})', '#NUM!'],
    ['MIRR({-120000,39000,30000,21000},0.1,0.12)', -0.0480446552],
    ['MIRR({1,2},0.1,0.1)', '#DIV/0!'],
    ['CUMIPMT(0.1,10,1000,1,10,0)', -627.4539488],
    ['CUMPRINC(0.1,10,1000,1,10,0)', -1000],
    ['CUMIPMT(0.1,10,1000,2,1,0)', '#NUM!'],
    ['CUMIPMT(0.1,10,1000,1,10,2)', '#NUM!'],
    ['SLN(30000,7500,10)', 2250],
    ['SLN(1,2,0)', '#DIV/0!'],
    ['SYD(30000,7500,10,1)', 4090.9090909],
    ['SYD(30000,7500,10,11)', '#NUM!'],
    ['DB(1000000,100000,6,1,7)', 186083.3333333],
    ['DB(1000000,100000,6,7,7)', 15845.0984738],
    ['DDB(2400,300,3650,1)', 1.3150685],
    ['DDB(2400,300,10,10)', 22.1225472],
    ['NOMINAL(-1,4)', '#NUM!'],
    ['EFFECT(0.1,0.5)', '#NUM!'],
  ],
  'days, months and years': [
    ['DAYS("2021-03-15","2021-02-01")', 42],
    ['TODAY()', 45_366],
    ['NOW()', 45_366.5],
    ['EDATE(DATE(2024,1,31),1)', 45_351],
    ['DATEDIF(DATE(2020,1,31),DATE(2020,3,1),"m")', 1],
    ['DATEDIF(DATE(2019,3,15),DATE(2021,3,14),"y")', 1],
    ['DATEDIF(DATE(2019,3,15),DATE(2021,3,14),"ym")', 11],
    ['DATEDIF(DATE(2021,1,1),DATE(2020,1,1),"d")', '#NUM!'],
    ['DATEDIF(1,2,"x")', '#NUM!'],
    ['YEARFRAC(DATE(2007,2,28),DATE(2007,3,31))', 31 / 360],
    ['YEARFRAC(DATE(2007,1,30),DATE(2007,3,31))', 60 / 360],
    ['YEARFRAC(DATE(2007,1,31),DATE(2007,3,31))', 60 / 360],
    ['YEARFRAC(DATE(2007,1,15),DATE(2007,3,31))', 76 / 360],
    ['YEARFRAC(DATE(2007,2,28),DATE(2008,2,29))', 1],
    ['YEARFRAC(DATE(2011,2,28),DATE(2012,2,29),1)', 366 / 365.5],
    ['NETWORKDAYS(DATE(2012,10,1),DATE(2013,3,1))', 110],
    ['NETWORKDAYS(DATE(2012,10,1),DATE(2013,3,1),{41235,41247,41295})', 107],
    ['NETWORKDAYS(DATE(2013,3,1),DATE(2012,10,1))', -110],
    ['WORKDAY(DATE(2008,10,1),151)', 39_933],
    ['WORKDAY(DATE(2008,10,1),151,{39778,39786,39834})', 39_938],
    ['WORKDAY(DATE(2024,1,6),-1)', 45_296],
  ],
  'texts and questions': [
    ['LOWER("E. E. Cummings")', 'e. e. cummings'],
    ['LOWER(TRUE)', 'true'],
    ['UPPER("é")', 'É'],
    ['LEN("é")', 1],
    ['TRIM("  a   b ")', 'a b'],
    ['CONCAT("a",1,TRUE)', 'a1TRUE'],
    ['CONCATENATE("a",1.5)', 'a1.5'],
    ['TEXT(1234.567,"$#,##0.00")', '$1,234.57'],
    ['TEXT(-5,"0;(0);zero")', '(5)'],
    ['TEXT(45366.75,"h:mm AM/PM")', '6:00 PM'],
    ['TEXT(1234567,"#,##0,K")', '1,235K'],
    ['TEXT(4.34,"# ?/?")', '4 1/3'],
    ['TEXT(12200000,"0.00E+00")', '1.22E+07'],
    ['ISNUMBER("1")', false],
    ['ISERR(NA())', false],
    ['ISERROR(NA())', true],
    ['ISNA(1/0)', false],
    ['NOT(0)', true],
    ['NOT("x")', '#VALUE!'],
  ],
  'arrays and functions of one’s own': [
    ['LET(x,2,y,x*x,x+y)', 6],
    ['MAKEARRAY(1,2,LAMBDA(r,c,r*10+c))', [[11, 12]]],
    ['REDUCE(0,A1:C1,LAMBDA(a,b,a+b))', 6],
    ['BYCOL(A1:B2,LAMBDA(c,COUNT(c)))', [[2, 1]]],
    ['HSTACK(A1:B1,9)', [[1, 2, 9]]],
    ['CHOOSECOLS(A1:C1,-1)', 3],
    ['CHOOSECOLS(A1:C1,4)', '#VALUE!'],
  ],
}

describe.each(Object.entries(rules))('%s', (_, cases) => {
  it.each(cases)('%s', (formula, expected) => {
    const found = calculate(formula)
    if (typeof expected === 'number' && typeof found === 'number')
      expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-7 * Math.abs(expected) + 1e-15)
    else expect(found).toEqual(expected)
  })
})

it('counts hidden rows in subtotal code 9 but not 109, and filtered rows in neither', () => {
  const withRows = calculator([[1], [2], [4]], { isHidden: (_, row) => row > 0, isFiltered: (_, row) => row === 2 })
  expect([withRows('SUBTOTAL(9,A1:A3)'), withRows('SUBTOTAL(109,A1:A3)')]).toEqual([3, 1])
  expect([withRows('AGGREGATE(9,4,A1:A3)'), withRows('AGGREGATE(9,5,A1:A3)')]).toEqual([7, 1])
})

it('has a test case for every commonly used function', () => {
  const tables = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('')
  const called = new Set([...tables.matchAll(/(?<![A-Z.])([A-Z][A-Z0-9.]*)\(/g)].map(([, name]) => name))
  expect([...listedFunctions].filter((name) => !called.has(name))).toEqual([])
})
