import type { DocumentCells } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { columnLabelRange, columnLabels, rowLabelRange, rowLabels } from './sheet-labels.ts'

type Cell = DocumentCells['cells'][number]

const cell = (name: string, content: string | number, format: string | null = null): Cell => ({
  cell: name,
  type: typeof content === 'number' ? 'number' : 'text',
  value: content,
  text: String(content),
  formula: null,
  format,
})

const window = { from: { row: 56, column: 3 }, to: { row: 66, column: 9 } }

describe('labels of a window on a sheet', () => {
  it('looks for labels in the first columns and rows, outside of the window', () => {
    expect(rowLabelRange(window)).toEqual({ from: { row: 56, column: 1 }, to: { row: 66, column: 2 } })
    expect(columnLabelRange(window)).toEqual({ from: { row: 1, column: 3 }, to: { row: 40, column: 9 } })
    const far = { from: { row: 9, column: 300 }, to: { row: 19, column: 306 } }
    expect(rowLabelRange(far)).toEqual({ from: { row: 9, column: 1 }, to: { row: 19, column: 6 } })
    expect(columnLabelRange(far)).toEqual({ from: { row: 1, column: 300 }, to: { row: 8, column: 306 } })
  })

  it('does not look for labels if the window starts at the edge of the sheet', () => {
    const corner = { from: { row: 1, column: 1 }, to: { row: 11, column: 7 } }
    expect(rowLabelRange(corner)).toBeUndefined()
    expect(columnLabelRange(corner)).toBeUndefined()
  })

  it('labels a row with its leftmost text', () => {
    const labels = rowLabels([cell('B56', 'per unit'), cell('A56', 'Market rent'), cell('A57', 12), cell('B58', 'NOI')])
    expect([...labels]).toEqual([
      [56, 'Market rent'],
      [58, 'NOI'],
    ])
  })

  it('labels columns with the header row, not with texts among the values', () => {
    const labels = columnLabels([
      cell('C1', 'Rent roll'),
      cell('C4', 'Sq ft'),
      cell('D4', 'Market'),
      cell('E4', 'In place'),
      cell('F4', 'Status'),
      cell('F5', 'Occupied'),
      cell('G5', 46_050, 'd-mmm-yy'),
      cell('F6', 'Vacant'),
    ])
    expect([...labels.values()]).toEqual(['Sq ft', 'Market', 'In place', 'Status'])
  })

  it('labels columns with dates and years as well', () => {
    expect([...columnLabels([cell('C2', 2027), cell('D2', 2028), cell('C3', 1_234), cell('D3', 99)]).values()]).toEqual(
      ['2027', '2028'],
    )
    expect(columnLabels([cell('C2', 46_000, 'mmm-yy'), cell('D2', 46_031, 'mmm-yy')]).size).toBe(2)
  })

  it('finds no column labels if there is only a single text above', () => {
    expect(columnLabels([cell('C1', 'Assumptions'), cell('C2', 5)]).size).toBe(0)
  })
})
