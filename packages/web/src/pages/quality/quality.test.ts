import type { FinancialHighlight } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { around, cellName, columnName, isIn, rangeName, readRange } from '../../features/workbook-grid/cell-range.ts'
import { comparedSources, gapOf } from './compare-tabs.ts'
import { formatScore, formatScoreCap } from './format-score.ts'

const reach = { above: 5, below: 5, left: 2, right: 4 }
const place = fc.record({ row: fc.integer({ min: 1, max: 1_048_576 }), column: fc.integer({ min: 1, max: 16_384 }) })

describe('cell references', () => {
  it.each([
    [1, 'A'],
    [26, 'Z'],
    [27, 'AA'],
    [702, 'ZZ'],
    [16_384, 'XFD'],
  ])('converts column %d to the letters %s', (column, letters) => {
    expect(columnName(column)).toBe(letters)
  })
  it('parses the name of every cell back to the same cell', () => {
    fc.assert(
      fc.property(place, (at) => {
        expect(readRange(cellName(at))).toEqual({ from: at, to: at })
      }),
    )
  })
  it('parses ranges and absolute references, and rejects other text', () => {
    expect(readRange('C17:I17')).toEqual({ from: { row: 17, column: 3 }, to: { row: 17, column: 9 } })
    expect(readRange('$B$4')?.from).toEqual({ row: 4, column: 2 })
    expect(readRange('Summary')).toBeUndefined()
  })
  it('includes the cell in the window around it, whose size is constant', () => {
    fc.assert(
      fc.property(place, (at) => {
        const window = around(at, reach)
        expect(isIn(window, at)).toBe(true)
        expect(window.to.row - window.from.row).toBe(10)
        expect(window.to.column - window.from.column).toBe(6)
        expect(readRange(rangeName(window))).toEqual(window)
      }),
    )
  })
})

const highlight = (more: Partial<FinancialHighlight>): FinancialHighlight => ({
  label: 'NOI',
  value: 100,
  unit: 'currency',
  agreement: 'differs',
  sources: [
    { sheet: 'Inputs', cell: 'B1', value: 100, confidence: 1, period: null },
    { sheet: 'Summary', cell: 'B2', value: 102, confidence: 0.9, period: null },
    { sheet: 'Years', cell: 'C9', value: 55, confidence: 0.9, period: 'Year 1' },
    { sheet: 'Returns', cell: 'D4', value: 100.000001, confidence: 0.9, period: null },
  ],
  ...more,
})

describe('comparison of tabs', () => {
  it('marks tabs that have a different number for the same period', () => {
    expect(comparedSources(highlight({})).map(({ sheet, used, off }) => [sheet, used, off])).toEqual([
      ['Inputs', true, false],
      ['Summary', false, true],
      ['Years', false, false],
      ['Returns', false, false],
    ])
    expect(gapOf(highlight({}))).toBe(2)
  })
  it('marks no tab if the service reports that they agree', () => {
    expect(comparedSources(highlight({ agreement: 'agrees' })).some(({ off }) => off)).toBe(false)
    expect(gapOf(highlight({ agreement: 'agrees' }))).toBeNull()
  })
})

describe('score formatting', () => {
  const none = { critical: 0, high: 0, medium: 0, low: 0 }
  it('counts critical and high findings as issues to fix', () => {
    expect(formatScore(86, { ...none, high: 1, low: 6 })).toBe('Good, 1 issue to fix')
    expect(formatScore(30, { ...none, critical: 4, high: 5 })).toBe('Poor, 9 issues to fix')
    expect(formatScore(97, { ...none, low: 2 })).toBe('Strong, no serious issues')
    expect(formatScore(100, none)).toBe('Strong, no issues found')
  })
  it('explains why the score is capped', () => {
    expect(formatScoreCap({ ...none, critical: 1, high: 1 }, 1)).toContain('59')
    expect(formatScoreCap({ ...none, high: 1 }, 1)).toContain('89')
    expect(formatScoreCap(none, 0.5)).toContain('could not be examined')
    expect(formatScoreCap(none, 1)).toBeUndefined()
  })
})
