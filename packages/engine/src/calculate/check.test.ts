import { describe, expect, it } from 'vitest'
import { sheetCalculator } from '../testing/sheet-calculator.ts'

describe('cells that hold only rounding noise', () => {
  const loan = {
    A1: 0.06,
    B1: 5_995.505,
    B2: { formula: '=B1*(1+A1/12)-B3+0', value: 9.4e-10 },
    B3: { formula: '=B1*(1+A1/12)-4.9E-9', value: 5_995.505 * (1 + 0.06 / 12) - 4.9e-9 },
    B4: { formula: '=B2*A1', value: 9.4e-10 * 0.06 },
  }

  it('accepts rounding noise in the last balance of an amortization and still follows its inputs', () => {
    const { calculator, at, set } = sheetCalculator(loan)
    expect(calculator.check).toMatchObject({ formulas: 3, agreeing: 3, disagreeing: [] })
    set('B3', 5_000)
    expect(at('B2')).toBeCloseTo(1_025.48, 2)
    expect(at('B4')).toBeCloseTo(61.53, 2)
  })

  it.each([
    ['a small number that is not rounding', { A1: 1_000_000, A2: 999_999.9, A3: { formula: '=A1-A2', value: 0.2 } }],
    ['a small share of a large number', { A1: 1e9, A2: 1e-15, A3: { formula: '=A1*A2', value: 2e-6 } }],
    ['a zero next to a value that is not rounding', { A1: 1e6, A2: 1e-9, A3: { formula: '=A1*A2', value: 0 } }],
  ])('does not hide %s as rounding noise', (_, sheet) => {
    expect(sheetCalculator(sheet).calculator.check.disagreeing).toHaveLength(1)
  })
})

describe('differences of two probabilities', () => {
  const spread = (drift: number) => ({
    A1: 1e9,
    A2: {
      formula: '=A1*(NORM.DIST(24,12,10000000,TRUE)-NORM.DIST(23,12,10000000,TRUE))',
      value: 39.8942280401 * drift,
    },
    A3: { formula: '=A2*2', value: 79.7884560802 * drift },
  })

  it('accepts a difference of probabilities that deviates only in digits on which programs differ', () => {
    expect(sheetCalculator(spread(1 + 1e-8)).calculator.check).toMatchObject({ agreeing: 2, disagreeing: [] })
  })

  it('reports a difference of probabilities that deviates by more than rounding', () => {
    expect(sheetCalculator(spread(1.001)).calculator.check.disagreeing).not.toEqual([])
  })
})
