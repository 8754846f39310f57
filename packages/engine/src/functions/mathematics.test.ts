import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculator } from './testing.ts'

const calculate = calculator()

const rules: Record<string, readonly (readonly [formula: string, result: unknown])[]> = {
  'round halves away from zero': [
    ['ROUND(2.5,0)', 3],
    ['ROUND(-2.5,0)', -3],
    ['ROUND(2.675,2)', 2.68],
    ['ROUND(1.005,2)', 1.01],
    ['ROUND(626.3,-3)', 1000],
    ['ROUND("x",1)', '#VALUE!'],
  ],
  'round away from zero, towards it, or down': [
    ['ROUNDUP(3.2,0)', 4],
    ['ROUNDUP(-3.14159,1)', -3.2],
    ['ROUNDDOWN(-3.14159,1)', -3.1],
    ['TRUNC(8.9)', 8],
    ['INT(-8.9)', -9],
    ['INT(10^14+0.5)', 100000000000001],
  ],
  'round to multiples': [
    ['MROUND(10,3)', 9],
    ['MROUND(-10,-3)', -9],
    ['MROUND(5,-2)', '#NUM!'],
    ['MROUND(6.05,0.1)', 6],
    ['CEILING(2.5,1)', 3],
    ['CEILING(-2.5,-2)', -4],
    ['CEILING(-2.5,2)', -2],
    ['CEILING(2.5,-2)', '#NUM!'],
    ['FLOOR(3.7,2)', 2],
    ['FLOOR(-2.5,-2)', -2],
    ['FLOOR(1,0)', '#DIV/0!'],
    ['CEILING.MATH(-5.5,2,-1)', -6],
    ['FLOOR.MATH(-8.1,2)', -10],
    ['FLOOR.MATH(-5.5,2,-1)', -4],
    ['EVEN(-1)', -2],
    ['ODD(1.5)', 3],
    ['ODD(0)', 1],
  ],
  'divide with the sign of the divisor': [
    ['MOD(-3,2)', 1],
    ['MOD(3,-2)', -1],
    ['MOD(3,0)', '#DIV/0!'],
    ['QUOTIENT(-10,3)', -3],
    ['QUOTIENT(1,TRUE)', '#VALUE!'],
  ],
  'raise to powers and take roots and logarithms': [
    ['POWER(0,0)', '#NUM!'],
    ['POWER(0,-1)', '#DIV/0!'],
    ['SQRT(-1)', '#NUM!'],
    ['LN(0)', '#NUM!'],
    ['LOG(8,2)', 3],
    ['LOG(100)', 2],
    ['LOG(10,1)', '#DIV/0!'],
    ['SERIESSUM(2,0,1,{1,1,1})', 7],
  ],
  'know where an angle lies only up to a limit': [
    ['SIN(2^27)', '#NUM!'],
    ['ATAN2(0,0)', '#DIV/0!'],
    ['ACOTH(1)', '#NUM!'],
    ['COT(0)', '#DIV/0!'],
    ['DEGREES(PI())', 180],
  ],
  'count ways': [
    ['FACT(5.9)', 120],
    ['FACT(171)', '#NUM!'],
    ['FACTDOUBLE(7)', 105],
    ['COMBIN(8,2)', 28],
    ['COMBIN(2,3)', '#NUM!'],
    ['COMBINA(4,3)', 20],
    ['PERMUT(100,3)', 970200],
    ['PERMUTATIONA(3,2)', 9],
    ['MULTINOMIAL(2,3,4)', 1260],
    ['GCD(24,36)', 12],
    ['LCM(24,36)', 72],
    ['GCD(-1)', '#NUM!'],
    ['GCD(TRUE,2)', '#VALUE!'],
  ],
  'write numbers in other ways': [
    ['ROMAN(499,0)', 'CDXCIX'],
    ['ROMAN(499,1)', 'LDVLIV'],
    ['ROMAN(499,2)', 'XDIX'],
    ['ROMAN(499,3)', 'VDIV'],
    ['ROMAN(499,4)', 'ID'],
    ['ROMAN(4000)', '#VALUE!'],
    ['ARABIC("mcmxii")', 1912],
    ['ARABIC("-LVII")', -57],
    ['BASE(7,2,8)', '00000111'],
    ['DECIMAL("zap",36)', 45745],
    ['DECIMAL("12",2)', '#NUM!'],
  ],
  'work on matrices': [
    [
      'MMULT({1,3;7,2},{2,0;0,2})',
      [
        [2, 6],
        [14, 4],
      ],
    ],
    ['MMULT({1,2},{1,2})', '#VALUE!'],
    ['MDETERM({3,6,1;1,1,0;3,10,2})', 1],
    [
      'MINVERSE({4,-1;2,0})',
      [
        [0, 0.5],
        [-1, 2],
      ],
    ],
    ['MINVERSE({1,2;2,4})', '#NUM!'],
    ['SUMPRODUCT({1,2;3,4},{1,1;1,1})', 10],
    ['SUMPRODUCT({1,2},{1;2})', '#VALUE!'],
    ['SUMX2MY2({2,3},{1,1})', 11],
    ['SUMXMY2({2,3},{1})', '#N/A'],
  ],
}

const near = (got: unknown, expected: unknown): void => {
  if (Array.isArray(got) && Array.isArray(expected)) for (const [n, item] of got.entries()) near(item, expected[n])
  else if (typeof got === 'number' && typeof expected === 'number') expect(got).toBeCloseTo(expected, 9)
  else expect(got).toBe(expected)
}

describe('mathematical functions', () => {
  for (const [rule, cases] of Object.entries(rules)) {
    it.each(cases)(`${rule}: %s`, (formula, result) => near(calculate(formula), result))
  }

  it('computes a quotient and a remainder that add up to the dividend', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 1, max: 1e4 }), (value, divisor) => {
        expect(calculate(`FLOOR.MATH(${value}/${divisor})*${divisor}+MOD(${value},${divisor})`)).toBe(value)
      }),
    )
  })

  it('parses back the Roman numerals it writes, in every form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3999 }), fc.integer({ min: 0, max: 4 }), (value, form) => {
        expect(calculate(`ARABIC(ROMAN(${value},${form}))`)).toBe(value)
      }),
    )
  })

  it('computes an inverse matrix whose product is the identity', () => {
    const item = fc.integer({ min: -9, max: 9 })
    fc.assert(
      fc.property(fc.tuple(item, item, item, item), ([a, b, c, d]) => {
        fc.pre(a * d !== b * c)
        near(calculate(`MMULT({${a},${b};${c},${d}},MINVERSE({${a},${b};${c},${d}}))`), [
          [1, 0],
          [0, 1],
        ])
      }),
    )
  })

  it('draws random integers within the given bounds', () => {
    const draw = (random: number) => calculator([], { random: () => random })('RANDBETWEEN(1.5,6)')
    expect([draw(0), draw(0.5), draw(0.999999)]).toEqual([2, 4, 6])
    expect(calculate('RANDBETWEEN(3,2)')).toBe('#NUM!')
  })
})
