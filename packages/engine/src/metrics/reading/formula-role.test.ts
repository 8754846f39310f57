import { describe, expect, it } from 'vitest'
import { sheetOf, workbookOf } from '../testing.ts'
import { formulaRoles } from './formula-role.ts'

const formula = (text: string) => ({ value: 1, formula: text })

describe('formula of a cell', () => {
  it('follows a cell to the formula it repeats, also across sheets', () => {
    const { originOf } = formulaRoles(
      workbookOf([
        sheetOf('Summary', { B1: formula("'Cash Flow'!$B$9") }),
        sheetOf('Cash Flow', { B9: formula('C9'), C9: formula('IRR(B2:G2)') }),
      ]),
    )
    expect(originOf('Summary', 'B1')).toEqual({ formula: 'IRR(B2:G2)', place: 'C9 Cash Flow' })
  })

  it('stops if cells repeat each other in a cycle', () => {
    const { originOf } = formulaRoles(workbookOf([sheetOf('S', { A1: formula('B1'), B1: formula('A1') })]))
    expect(originOf('S', 'A1').formula).toBeDefined()
  })

  it('recognizes a formula that is repeated on a summary', () => {
    const { isOnSummary } = formulaRoles(
      workbookOf([sheetOf('Dashboard', { B1: formula('Model!C4') }), sheetOf('Model', { C4: 5, C5: formula('C4') })]),
    )
    expect([isOnSummary('Model', 'C4'), isOnSummary('Model', 'C5')]).toEqual([true, false])
  })
})

describe('deductions', () => {
  const isAdded = (below: string) =>
    formulaRoles(workbookOf([sheetOf('S', { B1: 100, B2: -40, B3: formula(below) })])).isAddedBelow('S', {
      row: 1,
      column: 1,
      value: -40,
    })

  it.each(['SUM(B1:B2)', 'B1+B2', '$B$1+$B$2'])('recognizes a negative deduction that is added by %s', (below) => {
    expect(isAdded(below)).toBe(true)
  })

  it.each(['B1-B2', 'B1*2', 'B1+B22'])('does not treat a deduction as added by %s', (below) => {
    expect(isAdded(below)).toBe(false)
  })
})
