import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnName, formatCell, lastColumn, lastRow, parseCell } from './cell-reference.ts'

describe('cell references', () => {
  it('formats cell references as Excel does', () => {
    expect([0, 25, 26, 51, 52, 701, 702, lastColumn].map(columnName)).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
      'XFD',
    ])
    expect(formatCell({ row: 6, column: 2 })).toBe('C7')
  })

  it('parses cell references with or without dollar signs, in upper or lower case', () => {
    for (const text of ['C7', '$C7', 'C$7', '$C$7', 'c7']) expect(parseCell(text)).toEqual({ row: 6, column: 2 })
  })

  it('rejects references outside a worksheet and text that is not a reference', () => {
    for (const text of ['', 'A', '7', 'A0', 'XFE1', 'A1048577', 'AAAA1', 'A01', 'A1:B2', '$$A1', 'A-1', ' A1']) {
      expect(parseCell(text)).toBeUndefined()
    }
  })

  it('parses back every formatted reference of a worksheet', () => {
    const cell = fc.record({
      row: fc.integer({ min: 0, max: lastRow }),
      column: fc.integer({ min: 0, max: lastColumn }),
    })
    fc.assert(
      fc.property(cell, (position) => {
        expect(parseCell(formatCell(position))).toEqual(position)
      }),
    )
  })
})
