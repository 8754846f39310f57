import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { findingsOf, metric } from '../testing/findings-of.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'
import { assess } from './assess.ts'

const book = (rows: readonly (readonly SmallCell[])[]) => smallBook({ Model: rowsFrom('A1', rows) })
const years = ['', 'Year 1', 'Year 2', 'Year 3', 'Year 4']
const noi = (confidence: number) => [metric('noi', 100, { row: 1, column: 1, confidence })]
const jumping = [years, ['NOI', 100, 103, 170, 175]]

describe('NOI that grows by more than half in one year', () => {
  it('is implausible where nothing speaks of lease-up or construction', () => {
    expect(findingsOf('implausible_value', book(jumping), noi(0.9))).toMatchObject([
      { severity: 'medium', cell: 'D2', message: expect.stringContaining('NOI grows by 65 % in one year') },
    ])
  })
  it('is asked about, not reported, where the cell may not be the NOI', () => {
    expect(findingsOf('implausible_value', book(jumping), noi(0.7))).toEqual([])
    expect(assess(openCalculator(book(jumping)), noi(0.7)).questions).toMatchObject([{ check: 'implausible_value' }])
  })
  it('is expected in a lease-up, and in the first year, which may be short', () => {
    expect(findingsOf('implausible_value', book([...jumping, ['Lease-up months', 12]]), noi(0.9))).toEqual([])
    expect(findingsOf('implausible_value', book([years, ['NOI', 50, 103, 106, 110]]), noi(0.9))).toEqual([])
  })
})

describe('a result that is possible and hardly ever right', () => {
  it('is reported for a debt service cover below 0.5x and for equity that is worth less than nothing', () => {
    const empty = smallBook({ Model: {} })
    expect(findingsOf('implausible_value', empty, [metric('dscr', 0.07)])).toHaveLength(1)
    expect(findingsOf('implausible_value', empty, [metric('equity_value', -5)])).toMatchObject([
      { message: 'The equity value is -5; plausible is 0 or more.' },
    ])
  })
  it('is not reported for zero, nor for a large amount in a currency of small units', () => {
    const empty = smallBook({ Model: {} })
    expect(findingsOf('implausible_value', empty, [metric('dscr', 0), metric('revenue', 9e13)])).toEqual([])
  })
})
