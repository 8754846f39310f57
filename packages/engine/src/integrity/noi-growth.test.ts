import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { findingsOf, metric } from '../testing/findings-of.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'
import { assess } from './assess.ts'

const book = (rows: readonly (readonly SmallCell[])[]) => smallBook({ Model: rowsFrom('A1', rows) })
const years = ['', 'Year 1', 'Year 2', 'Year 3', 'Year 4']
const noi = (confidence: number) => [metric('noi', 100, { row: 1, column: 1, confidence })]
const jumping = [years, ['NOI', 100, 103, 170, 175]]

describe('NOI growth above 50 % in one year', () => {
  it('reports a jump of the NOI if nothing mentions lease-up or construction', () => {
    expect(findingsOf('implausible_value', book(jumping), noi(0.9))).toMatchObject([
      {
        severity: 'medium',
        cell: 'D2',
        message: expect.stringContaining('NOI grows 65% in one year, from 103 to 170 in Model!D2'),
      },
    ])
  })
  it('asks instead of reporting a jump of the NOI if the mapping is uncertain', () => {
    expect(findingsOf('implausible_value', book(jumping), noi(0.7))).toEqual([])
    expect(assess(openCalculator(book(jumping)), noi(0.7)).questions).toMatchObject([{ check: 'implausible_value' }])
  })
  it('accepts a jump of the NOI in a lease-up, and in the first year, which can be short', () => {
    expect(findingsOf('implausible_value', book([...jumping, ['Lease-up months', 12]]), noi(0.9))).toEqual([])
    expect(findingsOf('implausible_value', book([years, ['NOI', 50, 103, 106, 110]]), noi(0.9))).toEqual([])
  })
})

describe('implausible results', () => {
  it('reports a DSCR below 0.5x and a negative equity value', () => {
    const empty = smallBook({ Model: {} })
    expect(findingsOf('implausible_value', empty, [metric('dscr', 0.07)])).toHaveLength(1)
    expect(findingsOf('implausible_value', empty, [metric('equity_value', -5)])).toMatchObject([
      { message: 'Equity Value is -5 in Model!B1. Plausible values are 0 or more.' },
    ])
  })
  it('does not report zero, or a large amount in a currency of small units, as implausible', () => {
    const empty = smallBook({ Model: {} })
    expect(findingsOf('implausible_value', empty, [metric('dscr', 0), metric('revenue', 9e13)])).toEqual([])
  })
})
