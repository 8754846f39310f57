import { describe, expect, it } from 'vitest'
import { findingsOf } from '../testing/findings-of.ts'
import { rowsFrom, type SmallCell, type SmallSheet, smallBook } from '../testing/small-book.ts'

const found = (sheets: Readonly<Record<string, SmallSheet>>) => findingsOf('scenario_not_base', smallBook(sheets))
const cases = (live: number, formula: (column: string) => string): SmallSheet =>
  rowsFrom('A1', [
    ['Switch', live],
    ['Growth', formula('B'), formula('C'), formula('D')],
    ['Base case', 0.02, 0.02, 0.02],
    ['Upside case', 0.04, 0.04, 0.04],
    ['Downside case', 0.01, 0.01, 0.01],
  ])

describe('models switched to another case than the base case', () => {
  const formulas: readonly (readonly [name: string, formula: (c: string) => string])[] = [
    ['CHOOSE', (c) => `=CHOOSE($B$1,${c}3,${c}4,${c}5)`],
    ['INDEX', (c) => `=INDEX(${c}3:${c}5,$B$1)`],
    ['OFFSET', (c) => `=OFFSET(${c}2,$B$1,0)`],
  ]
  it.each(formulas)('finds the live scenario by the cell that %s selects by', (_, formula) => {
    expect(found({ Model: cases(3, formula) })).toMatchObject([
      {
        severity: 'medium',
        cell: 'B1',
        message: 'The scenario selector in Model!B1 is set to 3 (“Downside case”). The base case is 1 (“Base case”).',
      },
    ])
    expect(found({ Model: cases(1, formula) })).toEqual([])
  })
  it('reports a scenario at the typed cell if formulas read a link to it', () => {
    const sheets = { Model: { ...cases(2, formulas[0]?.[1] ?? String), B1: '=Cover!B9' }, Cover: { A9: 'Case', B9: 2 } }
    expect(found(sheets)).toMatchObject([{ sheet: 'Cover', cell: 'B9' }])
  })
  it('finds the live scenario if the cases are side by side under their names', () => {
    const rows: SmallCell[][] = [
      ['', 'Bear', 'Base', 'Bull', 'Live'],
      ['Rate', 0.1, 0.09, 0.08, '=CHOOSE($E$4,B2,C2,D2)'],
      ['Growth', 0.01, 0.02, 0.03, '=CHOOSE($E$4,B3,C3,D3)'],
      ['Case', null, null, null, 1],
    ]
    expect(found({ Model: rowsFrom('A1', rows) })).toMatchObject([
      { cell: 'E4', message: expect.stringContaining('Bear') },
    ])
  })
  it('does not treat a choice between other things as a scenario', () => {
    const rows: SmallCell[][] = [
      ['Month', 2],
      ['January', 10, '=CHOOSE($B$1,B2,B3)'],
      ['February', 20, '=CHOOSE($B$1,B2,B3)'],
    ]
    expect(found({ Model: rowsFrom('A1', rows) })).toEqual([])
  })
})
