import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRange } from '../../../features/workbook-grid/cell-range.ts'
import { blockOf, blockRange, blocksOf } from './blocks.ts'

describe('blocks of cells', () => {
  it('cover every cell of a window within the sheet, and its labels', () => {
    const place = fc.record({ row: fc.integer({ min: 1, max: 5_000 }), column: fc.integer({ min: 1, max: 300 }) })
    fc.assert(
      fc.property(place, fc.nat(60), fc.nat(30), (from, height, width) => {
        const window = { from, to: { row: from.row + height, column: from.column + width } }
        const names = blocksOf(window, { rows: 6_000, columns: 400 }).map(blockRange)
        for (const corner of [window.from, window.to, { row: from.row, column: 1 }, { row: 1, column: from.column }])
          expect(names).toContain(blockRange(blockOf(corner)))
        expect(new Set(names).size).toBe(names.length)
      }),
    )
  })

  it('are small enough for one request', () => {
    const { from, to } = readRange(blockRange({ down: 3, along: 2 })) ?? {
      from: { row: 0, column: 0 },
      to: { row: 0, column: 0 },
    }
    expect(from).toEqual({ row: 301, column: 81 })
    expect((to.row - from.row + 1) * (to.column - from.column + 1)).toBeLessThanOrEqual(5_000)
  })

  it('beyond the end of the sheet are not read', () => {
    const window = { from: { row: 1, column: 1 }, to: { row: 140, column: 60 } }
    expect(blocksOf(window, { rows: 30, columns: 12 })).toEqual([{ down: 0, along: 0 }])
  })
})
