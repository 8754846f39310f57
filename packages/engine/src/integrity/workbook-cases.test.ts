import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { rowsFrom, type SmallSheet, smallBook } from '../testing/small-book.ts'
import { workbookCases } from './workbook-cases.ts'

const casesOf = (sheets: Readonly<Record<string, SmallSheet>>) => workbookCases(openCalculator(smallBook(sheets)))

describe('cases of a workbook', () => {
  it('are named as in the workbook, with the typed cell that selects them', () => {
    const model = rowsFrom('A1', [
      ['Switch', '=Cover!B9'],
      ['Growth', '=CHOOSE($B$1,B3,B4,B5)', '=CHOOSE($B$1,C3,C4,C5)'],
      ['Base case', 0.02, 0.02],
      ['Upside case', 0.04, 0.04],
      ['Downside case', 0.01, 0.01],
    ])
    expect(casesOf({ Model: model, Cover: { A9: 'Case', B9: 2 } })).toEqual({
      sheet: 'Cover',
      cell: 'B9',
      live: 2,
      cases: [
        { value: 1, name: 'Base case' },
        { value: 2, name: 'Upside case' },
        { value: 3, name: 'Downside case' },
      ],
    })
  })

  it('carry the label of the selector where the workbook does not name them', () => {
    const model = rowsFrom('A1', [
      ['Operating case:', 1],
      ['Growth', '=IF($B$1=1,0.02,IF($B$1=2,0.03,0.04))'],
      ['Margin', '=IF($B$1=2,0.3,IF($B$1=3,0.4,0.2))'],
    ])
    const found = casesOf({ Model: model })
    expect(found).toMatchObject({ sheet: 'Model', cell: 'B1', live: 1 })
    expect(found?.cases.slice(0, 3).map(({ name }) => name)).toContain('Operating case 2')
  })

  it('are none without a selector', () => {
    expect(
      casesOf({
        Model: rowsFrom('A1', [
          ['Price', 100],
          ['Tax', '=B1*0.1'],
        ]),
      }),
    ).toBeUndefined()
  })
})
