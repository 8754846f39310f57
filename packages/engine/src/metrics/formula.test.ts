import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citedIn, evaluate, readFormula } from './formula.ts'

const compute = (text: string, values: Record<string, number> = {}) => evaluate(readFormula(text), (key) => values[key])

describe('catalog formulas', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['8 - 4 - 2', 2],
    ['8 / 4 / 2', 1],
    ['2 ** 3 ** 2', 512],
    ['2 * 3 ** 2', 18],
    ['max(1, 2, 3) - min(4, 5)', -1],
    ['max(0, (2 - 5) * 3)', 0],
    ['0.5 * 4', 2],
  ])('evaluates %s to %d', (text, result) => {
    expect(compute(text)).toBe(result)
  })

  it('evaluates a formula with its metrics’ values and lists each metric once', () => {
    const formula = readFormula('noi / purchase_price * 100 + noi - noi')
    expect(citedIn(formula)).toEqual(['noi', 'purchase_price'])
    expect(compute('noi / purchase_price * 100', { noi: 525, purchase_price: 10_000 })).toBe(5.25)
  })

  it('gives no result if a number is missing or the result is not a number', () => {
    expect(compute('noi / purchase_price', { noi: 525 })).toBeUndefined()
    expect(compute('noi / purchase_price', { noi: 525, purchase_price: 0 })).toBeUndefined()
    expect(compute('moic ** (12 / 60)', { moic: -1 })).toBeUndefined()
    expect(compute('max(0, noi)')).toBeUndefined()
  })

  it('computes annual debt service: interest-only, amortizing, or without interest', () => {
    expect(compute('debt_service(1000000, 6, 0)')).toBe(60_000)
    expect(compute('debt_service(1000000, 6, 360)')).toBeCloseTo(71_946.06, 2)
    expect(compute('debt_service(360000, 0, 360)')).toBe(12_000)
  })

  it('computes a loan balance: all of it without payments, zero after the last', () => {
    expect(compute('loan_balance(1000000, 6, 0, 60)')).toBe(1_000_000)
    expect(compute('loan_balance(1000000, 6, 360, 60)')).toBeCloseTo(930_543.57, 2)
    expect(compute('loan_balance(360000, 0, 360, 120)')).toBe(240_000)
    const loans = fc.record({
      loan: fc.integer({ min: 1, max: 1e9 }),
      rate: fc.integer({ min: 0, max: 25 }),
      months: fc.integer({ min: 1, max: 480 }),
    })
    fc.assert(
      fc.property(loans, ({ loan, rate, months }) => {
        expect((compute(`loan_balance(${loan}, ${rate}, ${months}, ${months})`) ?? Number.NaN) / loan).toBeCloseTo(0, 6)
        expect(compute(`loan_balance(${loan}, ${rate}, ${months}, 0)`)).toBeCloseTo(loan, 3)
      }),
    )
  })

  it.each([
    '',
    '1 +',
    '(1',
    '1)',
    '1 2',
    'noi purchase_price',
    'sum(1, 2)',
    'max(',
    'max()',
    '-',
    'a ? b',
    'NOI',
    'constructor(1)',
  ])('rejects an invalid formula: %s', (text) => {
    expect(() => readFormula(text)).toThrow()
  })

  it('evaluates formulas like ordinary arithmetic', () => {
    const tree = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { maxDepth: 5 },
        fc.integer({ min: 0, max: 99 }).map(String),
        fc
          .tuple(tie('text'), fc.constantFrom('+', '-', '*', '/'), tie('text'))
          .map(([left, operator, right]) => `(${left}) ${operator} ${right}`),
      ),
    })).text
    fc.assert(
      fc.property(tree, (text) => {
        const result: number = new Function(`return ${text}`)()
        expect(compute(text)).toEqual(Number.isFinite(result) ? result : undefined)
      }),
    )
  })
})
