import { divError, naError } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tag } from '../calculate/grid.ts'
import { rowsFrom, smallBook } from '../testing/small-book.ts'
import { isArray, type Scalar } from '../value/value.ts'
import { openCalculator } from './calculator.ts'
import { templateCode } from './template-code.ts'

const numbers = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1, max: 6 }) },
  { weight: 2, arbitrary: fc.integer({ min: -999, max: 999 }).map((value) => value / 100) },
  { weight: 1, arbitrary: fc.double({ min: -100, max: 100, noNaN: true }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(0, 0.1, 0.3, 2.675, 2.9999999999999996, 1e12, 1e200, 45_000, 44_957.5, 1e-12),
  },
)
const others = fc.constantFrom<Scalar>(null, true, false, '', 'a', 'B', '5', '0.1', 'a*', '>2', divError, naError)
const mixed: fc.Arbitrary<Scalar> = fc.oneof({ weight: 6, arbitrary: numbers }, { weight: 1, arbitrary: others })

const [rows, columns] = [6, 4]
const cell = fc
  .tuple(fc.constantFrom('A', 'B', 'C', 'D', '$A', 'E'), fc.integer({ min: 1, max: rows }))
  .map(([column, row]) => `${column}${row}`)
const line = fc.constantFrom('A1:A6', 'B1:B6', 'C1:C6', 'D1:D6', 'A1:D1', 'A3:D3', 'A:A', 'C2:C5')
const area = fc.oneof(line, fc.constantFrom('A1:D6', 'B2:C5', 'A1:A9', 'D4:F6', 'B3', 'A:B', '2:3'))

const { formula } = fc.letrec<{ formula: string; call: string; condition: string }>((tie) => {
  const any = fc.oneof(
    { maxDepth: 3, depthIdentifier: 'formula' },
    cell,
    numbers.map((value) => String(value)),
    tie('formula'),
    tie('call'),
    tie('call'),
  )
  const some = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc
      .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
      .map((texts) => texts.join(''))
  const called = (names: readonly string[], ...args: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
    fc.tuple(fc.constantFrom(...names), fc.tuple(...args)).map(([name, given]) => `${name}(${given.join(',')})`)
  const test = tie('condition')
  const branch = fc.oneof(any, fc.constantFrom('""', '"x"', 'TRUE', ''))
  const wanted = fc.oneof(any, fc.constantFrom('"a"', '"a*"', '"5"', '">2"', '"<>a"', '"<=1"', '""', '"="'))
  const key = fc.oneof(wanted, some('">"&', cell), some(cell, '&""'))
  const least = fc.constantFrom('0', '1', '-1', 'TRUE', 'FALSE', 'A1')
  const calls = [
    called(['SUM', 'AVERAGE', 'MAX', 'MIN', 'COUNT', 'COUNTA', 'MEDIAN', 'PRODUCT', 'SUMSQ'], area),
    called(['SUM', 'AVERAGE', 'MAX', 'MIN', 'PRODUCT'], area, any, cell),
    called(['STDEV', 'VAR.P', 'STDEV.S', 'IRR'], area),
    called(['LARGE', 'SMALL', 'PERCENTILE', 'QUARTILE', 'IRR'], area, any),
    called(['NPV'], any, line, any),
    called(['XNPV'], any, line, line),
    called(['XIRR'], line, line),
    called(['MIRR'], line, any, any),
    called(['SUMPRODUCT'], area, area),
    called(['SUMPRODUCT'], line),
    called(['IF'], test, branch, branch),
    called(['IF'], test, branch),
    called(['IFERROR', 'IFNA'], any, branch),
    called(['IFS'], test, branch, test, branch),
    called(['CHOOSE'], any, branch, branch, any),
    called(['AND', 'OR'], test, any, test),
    called(['ISNUMBER', 'ISERROR'], any),
    called(['ISNUMBER', 'ISERROR'], called(['MATCH'], wanted, line, least)),
    called(['IFERROR'], called(['MATCH'], wanted, line, least), branch),
    called(['NOT', 'ISNUMBER', 'ISBLANK', 'ISTEXT', 'ISERROR'], cell),
    called(['ABS', 'INT', 'SQRT', 'EXP', 'LN', 'LOG10', 'SIGN', 'YEAR', 'MONTH', 'DAY', 'TRUNC', 'EVEN', 'SIN'], any),
    called(['MOD', 'ROUND', 'ROUNDUP', 'ROUNDDOWN', 'POWER', 'MROUND', 'CEILING', 'FLOOR', 'LOG'], any, any),
    called(['EDATE', 'EOMONTH', 'DAYS', 'YEARFRAC', 'WEEKDAY', 'QUOTIENT', 'EFFECT', 'NOMINAL'], any, any),
    called(['DATE', 'PMT', 'PV', 'FV', 'NPER', 'SLN', 'RRI', 'NORM.INV'], any, any, any),
    called(['IPMT', 'PPMT', 'SYD', 'PMT', 'DDB'], any, any, any, any),
    called(['PMT'], any, any, any, fc.constant(''), any),
    called(['INDEX'], area, any),
    called(['INDEX'], area, any, fc.oneof(any, fc.constant(''))),
    called(['INDEX'], area, called(['MATCH'], wanted, line, least)),
    called(['MATCH'], wanted, line, least),
    called(['MATCH'], wanted, line),
    called(['VLOOKUP', 'HLOOKUP'], wanted, area, any, least),
    called(['VLOOKUP', 'HLOOKUP'], wanted, area, any),
    called(['XLOOKUP'], wanted, line, line),
    called(['SUMIF', 'AVERAGEIF', 'COUNTIF'], area, key),
    called(['SUMIF', 'AVERAGEIF'], line, key, line),
    called(['SUMIFS', 'AVERAGEIFS', 'MAXIFS', 'MINIFS'], line, line, key, line, key),
    called(['COUNTIFS'], line, key, line, key),
  ]
  return {
    formula: fc.oneof(
      fc.tuple(any, fc.constantFrom('+', '-', '*', '/', '^'), any).map(([a, by, b]) => `(${a}${by}${b})`),
      fc.tuple(any, fc.constantFrom('+', '-', '*', '/', '^'), any).map(([a, by, b]) => `${a}${by}${b}`),
      fc.tuple(any, cell, cell).map(([operand, a, b]) => `${operand}/(${a}/${b})`),
      fc.tuple(cell, cell, any).map(([a, b, operand]) => `MIN(${a}/${b},${operand})`),
      any.map((operand) => `-${operand}`),
      any.map((operand) => `+${operand}`),
      any.map((operand) => `(${operand})%`),
      any.map((operand) => `(${operand})^2`),
      some('Rate*', any),
      tie('call'),
    ),
    call: fc.oneof(...calls),
    condition: fc.oneof(
      fc.tuple(any, fc.constantFrom('=', '<>', '<', '>', '<=', '>='), any).map((parts) => parts.join('')),
      fc.tuple(any, fc.constantFrom('<', '>='), cell, cell).map(([operand, by, a, b]) => `${operand}${by}${a}/${b}`),
      fc.tuple(cell, fc.constantFrom('="a"', '<>"a"', '=""', '="5"')).map((parts) => parts.join('')),
      cell,
      any,
    ),
  }
})

const bookOf = (cells: readonly (readonly Scalar[])[], formulas: readonly string[]) =>
  openCalculator(
    smallBook(
      { Sheet: { ...rowsFrom('A1', cells), ...rowsFrom('H1', [formulas.map((text) => `=${text}`)]) } },
      { names: [{ name: 'Rate', sheet: undefined, formula: 'Sheet!$A$1' }] },
    ),
  )

/** Cells that hold only numbers, or a mix of all kinds of values. */
const sheet = fc.oneof(
  ...[numbers, mixed].map((values: fc.Arbitrary<Scalar>) =>
    fc.array(fc.array(values, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  ),
)

const never = (): never => {
  throw new Error('There is no formula')
}

/** Formulas whose compiled value differs from the interpreter's. */
const wrongIn = ({ model }: ReturnType<typeof bookOf>): string[] =>
  model.formulas.flatMap((item) => {
    const value = model.compute(item)
    const full = value !== null && isArray(value) ? (value.items[0] ?? null) : value
    const got = model.grid.get(item.id)
    return Object.is(full, got) ? [] : [`${item.text}: ${JSON.stringify(got)}, not ${JSON.stringify(full)}`]
  })

/**
 * The values of formulas in lanes with different A1 and B3, and computed one by one; undefined if the lanes bail out.
 */
const inLanes = ({ model: { grid, formulas }, lanes, set }: ReturnType<typeof bookOf>, pairs: readonly number[][]) =>
  formulas.map(({ id, text }) => {
    const inputs = [grid.idOf(0, 0, 0), grid.idOf(0, 2, 1)]
    const beside = lanes(inputs, [id])
    beside?.numbers.forEach((own, lane) => {
      inputs.forEach((input, n) => {
        own[input] = (pairs[lane]?.[n] ?? 0) + 0
      })
    })
    if (beside?.run() !== true) return undefined
    // Formulas that do not depend on A1 and B3 are not computed in lanes; they keep their value, such as an error.
    const kind = beside.tags[id]
    if (kind !== tag.boolean && kind !== tag.number) return undefined
    const valueIn = (own: Float64Array): Scalar => (kind === tag.boolean ? own[id] === 1 : (own[id] ?? null))
    const together = beside.numbers.map(valueIn)
    const oneByOne = together.map((_, lane) => {
      set(inputs.map((input, n) => ({ id: input, value: pairs[lane]?.[n] ?? 0 })))
      return grid.get(id)
    })
    return { text, together, oneByOne }
  })

describe('compiled formulas', () => {
  it('computes exactly the same value in each lane as alone, or bails out in all lanes', () => {
    let ran = 0
    fc.assert(
      fc.property(
        sheet,
        fc.array(formula, { minLength: 10, maxLength: 10 }),
        fc.array(fc.array(numbers, { minLength: 2, maxLength: 2 }), { minLength: 8, maxLength: 8 }),
        (cells, formulas, pairs) => {
          for (const found of inLanes(bookOf(cells, formulas), pairs)) {
            if (found === undefined) continue
            ran += 1
            expect(found.together, found.text).toEqual(found.oneByOne)
          }
        },
      ),
      { numRuns: 30 },
    )
    expect(ran).toBeGreaterThan(10)
  })

  it.each([
    'A1*B3+SUM(A1:D6)',
    'IRR(A1:A6,0.05)',
    'IRR(A1:A6)',
    'XIRR(A1:A6,D1:D6)',
    'NPV(B3/100,A1:A6)',
    'SUMIF(C1:C6,C1,A1:A6)',
    'SUMIF(A1:A6,C2,B1:B6)+B3',
    'SUMIFS(A1:A6,C1:C6,C1,B1:B6,">0")',
    'IF(A1>-3,C2^B3,MIN(9,MAX(A1,B3,C1)))',
    '(1-A1)^(1/12)-C1',
    'VLOOKUP(B3,D1:D6,1)+B3',
    'AVERAGE(A1:B6)-AVERAGE(A1,B3)',
    'ROUND(A1/3,2)+EDATE(D6,B3)',
  ])('computes the same values in eight lanes as one by one: =%s', (text) => {
    const cells = Array.from({ length: 6 }, (_, n) => [n === 0 ? -3 : n / 2, n + 0.5, 1 + (n % 3), n * 31])
    const pairs = Array.from({ length: 8 }, (_, lane) => [-2.2 - lane * 0.3, 7.3 - lane / 7])
    const [found] = inLanes(bookOf(cells, [text]), pairs)
    expect(found?.together).toEqual(found?.oneByOne)
    expect(new Set(found?.together).size).toBeGreaterThan(4)
  })

  it('computes compiled formulas exactly as the interpreter does, for any cell content', () => {
    fc.assert(
      fc.property(sheet, fc.array(formula, { minLength: 10, maxLength: 10 }), (cells, formulas) => {
        const [wrong] = wrongIn(bookOf(cells, formulas))
        if (wrong !== undefined) throw new Error(wrong)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['quotients within the 15th digit of a whole number', 'INT(A1)', 'MOD(B1,C1)', 'MOD(3*C1,C1)'],
    ['decimal halves', 'ROUND(D1,2)', 'ROUND(-D1,2)', 'ROUND(D1*1000,-1)', 'ROUNDUP(D1,2)'],
    ['nested divisions by zero', '1/(B1/A2)', 'MIN(B1/A2,1)', 'IF(1<B1/A2,1,2)', 'EXP(-(B1/A2))', '0.5^(B1/A2)'],
    ['squares that overflow', 'ISNUMBER(STDEV(A6^12,1))+0', 'IFERROR(SUMSQ(A6^12,1),7)', 'IFERROR(VAR.P(A6^12,1),8)'],
    ['powers', 'B2^0', 'A2^0', 'A2^-1', '(-8)^(1/3)', 'POWER(-8,1/3)'],
    ['references to empty cells', 'AND(IF(TRUE,E1,1),TRUE)', 'MAX(IF(TRUE,E1,1),-5)', 'AVERAGE(CHOOSE(1,E1),4)'],
    [
      'TRUE and FALSE',
      'EDATE(C2,1)',
      '+C2',
      'IFERROR(C2,0)',
      'C2>5',
      'IF(TRUE,C2,1)',
      'SUM(C2,1)',
      'C2+1',
      'INDEX(C2:D2,1)',
    ],
    ['several equal values', 'MATCH(2,A3:D3)', 'MATCH(2,A3:D3,0)', 'HLOOKUP(2,A3:D4,2)', 'MATCH(2,A3:D3,-1)'],
    [
      'a text as the lookup key',
      'MATCH("A",A5:D5,0)',
      'MATCH("?",A5:D5,0)',
      'XLOOKUP("?",A5:D5,A4:D4)',
      'HLOOKUP("b",A5:D5,1)',
    ],
    [
      'positions outside the range',
      'INDEX(A4:D4,0)',
      'INDEX(A4:D4,5)',
      'INDEX(A4:D5,2)',
      'VLOOKUP(10,A4:D5,0,FALSE)',
      'INDEX(A:A,99)',
    ],
    ['sums in the order of their terms', 'SUM(A6:B6,C6:D6)', 'SUM(A6:B6)+SUM(C6:D6)', 'AVERAGE(A6,B6:C6,D6)'],
    ['rounding residues of a subtraction', 'A1-3', '(A1-3)*1', 'C1*3-B1', 'IF(TRUE,C1*3-B1)'],
  ])('compiles formulas with %s to exactly the interpreter’s values', (_, ...formulas) => {
    const cells: Scalar[][] = [
      [2.9999999999999996, 0.3, 0.1, 2.675],
      [0, 'text', true, 1],
      [1, 2, 2, 2],
      [10, 20, 30, 40],
      ['a', 'b', '?', 'B'],
      [1e16, 1, -1e16, 1],
    ]
    expect(wrongIn(bookOf(cells, formulas))).toEqual([])
  })

  const samples = `SUM(A1:A3,B1,2) AVERAGE(A1:A3) MAX(A1:A3,1) MIN(A1,A2) COUNT(A1:A3) COUNTA(A1:A3) MEDIAN(A1:A3) SUMPRODUCT(A1:A3,B1:B3)
    IF(A1>1,"",A2) IFERROR(A1/A2,0) CHOOSE(A1,A2,A3,4) INDEX(A1:B3,A1,2) MATCH(A1,A1:A3,0) MATCH("x",A1:A3,0) INDEX(A1:A3,MATCH(A1,B1:B3))
    VLOOKUP(A1,A1:B3,2,FALSE) HLOOKUP(A1,A1:B3,2) XLOOKUP(A1,A1:A3,B1:B3) SUMIF(A1:A3,">1",B1:B3) SUMIFS(A1:A3,B1:B3,">="&A1)
    COUNTIF(A1:A3,A1) COUNTIFS(A1:A3,"x",B1:B3,2) AVERAGEIF(A1:A3,">0") ROUND(A1,2) ROUNDUP(A1,0) MOD(A1,2) INT(A1) POWER(A1,2) YEAR(A1)
    DATE(A1,A2,1) EDATE(A1,3) EOMONTH(A1,0) PMT(A1,A2,A3) IPMT(A1,1,A2,A3) PPMT(A1,1,A2,A3) PV(A1,A2,A3) FV(A1,A2,A3) NPV(A1,A2:A3) IRR(A1:A3)
    XIRR(A1:A3,B1:B3) XNPV(A1,A1:A3,B1:B3) AND(A1>1,A2) ISNUMBER(MATCH(A1,B1:B3,0)) Rate*2 A1="yes" YEARFRAC(A1,A2)`
  it.each(samples.split(/\s+/))('compiles =%s', (text) => {
    expect(bookOf([[1, 2]], [text]).compiled).toBe(1)
  })

  it('never embeds text from the file in generated code', () => {
    const { model, compiled } = bookOf([['a', 1]], ['IF(A1="a`;ran()//",SUMIF(A1:A3,"ran()",B1:B3),1)'])
    expect(compiled).toBe(1)
    const { code = '', texts = [] } = templateCode(model.formulas[0]?.expression ?? never(), model.names) ?? {}
    expect([...texts].sort()).toEqual(['a`;ran()//', 'ran()'])
    expect(code).not.toContain('ran')
  })

  it('does not compile text formulas', () => {
    expect(bookOf([[1]], ['A1&"x"', 'UPPER(A1)']).compiled).toBe(0)
  })
})
