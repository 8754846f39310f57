import { describe, expect, it } from 'vitest'
import { sheetCalculator } from '../testing/sheet-calculator.ts'

describe('formulas that use only the position of a reference', () => {
  it.each([
    ['=SUMPRODUCT(ROW(INDIRECT("1:"&B1)))', 6, 15],
    ['=SUMPRODUCT(COLUMN(INDIRECT("R1C1:R1C"&B1,FALSE)))', 6, 15],
    ['=ROWS(OFFSET(A1,0,0,B1,1))', 3, 5],
    ['=COLUMNS(OFFSET(A1,0,0,1,B1))', 3, 5],
    ['=ROW(INDEX(A1:A9,B1))', 3, 5],
    ['=ROWS(A1:INDEX(A1:A9,B1))', 3, 5],
    ['=COLUMN(CHOOSE(B1,A1,B1,C1,D1,E1))', 3, 5],
    ['=ROWS(SEQUENCE(B1))', 3, 5],
    ['=FORMULATEXT(INDEX(C1:C5,B1))', '=1+2', '=1+4'],
    ['=ISFORMULA(OFFSET(C1,B1-1,0))', true, true],
  ])('recomputes %s when the cell that determines the position changes', (formula, before, after) => {
    const { at, set } = sheetCalculator({ B1: 3, C3: '=1+2', C5: '=1+4', D9: formula })
    expect(at('D9')).toBe(before)
    set('B1', 5)
    expect(at('D9')).toBe(after)
  })

  it('does not make a formula depend on cells of which it uses only the position', () => {
    const { at, set, calculator } = sheetCalculator({
      A1: '=ROW(A1)',
      A2: '=ROWS(A$1:A2)',
      A3: '=ROW(INDEX(A1:A9,B1))',
      B1: 2,
    })
    expect([at('A1'), at('A2'), at('A3')]).toEqual([1, 2, 2])
    expect(set('A9', 4)).toBe(0)
    expect(calculator.unsettled()).toEqual([])
  })
})

describe('sum ranges of SUMIF and AVERAGEIF', () => {
  it.each([
    ['=SUMIF(F1:F3,">0",G1)', 60, 80],
    ['=SUMIF(F1:F3,">0",G1:G2)', 60, 80],
    ['=AVERAGEIF(F1:F3,">0",G1)', 20, 80 / 3],
    ['=SUMIF(F$1:F3,">0",G$1:G$1)', 60, 80],
    ['=SUMIF(F1:F3,">0",INDEX(G1:G3,1))', 60, 80],
    ['=SUMIF(First,">0",Sums)', 60, 80],
  ])(
    'recomputes %s when any cell of the implied sum range changes, even if the range is written shorter',
    (formula, before, after) => {
      const names = [
        { name: 'First', sheet: undefined, formula: 'Sheet!$F$1:$F$3' },
        { name: 'Sums', sheet: undefined, formula: 'Sheet!$G$1' },
      ]
      const { at, set } = sheetCalculator(
        { F1: 1, F2: 1, F3: 1, G1: 10, G2: 20, G3: '=H3', H3: 30, J1: formula },
        { names },
      )
      expect(at('J1')).toBe(before)
      set('H3', 50)
      expect(at('J1')).toBe(after)
    },
  )

  it('does not make SUMIF depend on the part of the sum range beyond the criteria range', () => {
    const { set } = sheetCalculator({ F1: 1, F2: 1, G1: 10, G2: 20, G3: 30, J1: '=SUMIF(F1:F2,">0",G1:G3)' })
    expect(set('G3', 50)).toBe(0)
  })
})
