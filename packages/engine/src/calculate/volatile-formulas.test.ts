import { describe, expect, it } from 'vitest'
import { sheetCalculator } from '../testing/sheet-calculator.ts'

describe('TODAY and NOW', () => {
  it('takes the date for TODAY from a cell that contains only TODAY()', () => {
    const { at, set, calculator } = sheetCalculator({
      A1: 45_000,
      A2: { formula: '=TODAY()', value: 45_366 },
      A3: { formula: '=TODAY()-A1', value: 366 },
      A4: { formula: '=IF(NOW()>A1,1,0)', value: 1 },
    })
    expect(calculator.check).toMatchObject({ formulas: 3, computed: 3, agreeing: 3 })
    set('A1', 45_400)
    expect(['A2', 'A3', 'A4'].map(at)).toEqual([45_366, -34, 0])
  })

  it.each([45_365.99, 45_366.4, 45_367.01])(
    'takes the date for TODAY from when the file was saved, in the time zone that matches its values: %d',
    (savedAt) => {
      const { at, set } = sheetCalculator({ A1: 45_000, A3: { formula: '=TODAY()-A1', value: 366 } }, { savedAt })
      set('A1', 45_100)
      expect(at('A3')).toBe(266)
    },
  )

  it('freezes and reports a TODAY formula if no date matches its cached value', () => {
    const { at, set, calculator } = sheetCalculator(
      { A1: 45_000, A3: { formula: '=TODAY()-A1', value: 366 } },
      { savedAt: 46_000 },
    )
    expect([...calculator.check.frozen]).toEqual([['volatile', 1]])
    expect(calculator.check.disagreeing).toEqual([])
    set('A1', 45_100)
    expect(at('A3')).toBe(366)
  })

  it('counts the days of TODAY from 1904 in a workbook with the 1904 date system', () => {
    const { at, set } = sheetCalculator(
      { A1: 43_000, A3: { formula: '=TODAY()-A1', value: 904 } },
      { savedAt: 45_366.4, date1904: true },
    )
    set('A1', 43_100)
    expect(at('A3')).toBe(804)
  })
})

describe('RAND and RANDBETWEEN', () => {
  it('keeps the last random number of RAND while dependents follow their other inputs', () => {
    const { at, set, calculator } = sheetCalculator({
      A1: 10,
      A2: { formula: '=RAND()', value: 0.25 },
      A3: { formula: '=A1*A2', value: 2.5 },
      A4: { formula: '=A1*(1+RAND())', value: 12.5 },
      A5: { formula: '=NORM.INV(RAND(),A1,2)', value: 11 },
      A6: { formula: '=RANDBETWEEN(1,6)+A1', value: 14 },
      A7: { formula: '=RAND()+RAND()+A1', value: 11 },
    })
    set('A1', 20)
    expect(at('A3')).toBe(5)
    expect(at('A4')).toBeCloseTo(25, 9)
    expect(at('A5')).toBeCloseTo(21, 9)
    expect(at('A6')).toBe(24)
    expect([at('A2'), at('A7')]).toEqual([0.25, 11])
    expect([...calculator.check.frozen]).toEqual([['volatile', 1]])
  })
})
