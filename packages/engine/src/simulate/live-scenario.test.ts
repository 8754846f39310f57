import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'
import { liveScenario } from './live-scenario.ts'

const liveIn = (rows: readonly (readonly SmallCell[])[]) => {
  const { model } = openCalculator(smallBook({ Inputs: rowsFrom('A1', rows) }))
  return liveScenario(model.workbook, model)
}

describe('live scenario of a workbook', () => {
  it('reads the live scenario from the cell that CHOOSE selects by', () => {
    expect(
      liveIn([
        ['Scenario', 2],
        ['Growth', '=CHOOSE(B1,0.01,0.03,0.05)'],
      ]),
    ).toEqual({ sheet: 'Inputs', cell: 'B1', label: 'Scenario', value: 2, choices: [1, 2, 3] })
  })

  it('finds the live scenario under its label as well', () => {
    expect(liveIn([['Operating case'], [1], ['Growth', '=CHOOSE(A2,0.01,0.03)']])).toMatchObject({
      cell: 'A2',
      value: 1,
    })
  })

  it('gives no live scenario if the number next to the label selects nothing', () => {
    expect(
      liveIn([
        ['Base case', 2],
        ['Growth', '=B1*2'],
      ]),
    ).toBeUndefined()
  })

  it('gives no live scenario if no label mentions a scenario', () => {
    expect(
      liveIn([
        ['Switch', 2],
        ['Growth', '=CHOOSE(B1,0.01,0.03)'],
      ]),
    ).toBeUndefined()
  })
})
