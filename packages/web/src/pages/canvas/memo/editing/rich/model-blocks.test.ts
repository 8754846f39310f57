import { type ModelTable, readBlock } from '@deal-canvas/memo'
import { describe, expect, it } from 'vitest'
import { chartOf, isChartable, isRange } from './model-blocks.ts'

const table: ModelTable = {
  block: 'model_table',
  sheet: 'Cash Flow',
  range: 'A3:AB19',
  header_rows: 1,
  rows: [{ row: 13, label: 'Revenue' }],
  columns: ['Y', 'Z', 'AA', 'AB'],
}

describe('blocks of the model', () => {
  it('charts rows of a table over its headings, also beyond column Z', () => {
    const chart = chartOf(table, 'line', [{ row: 13, label: 'Revenue' }])
    expect(chart).toEqual({
      block: 'chart',
      title: 'Revenue',
      kind: 'line',
      sheet: 'Cash Flow',
      categories: 'Y3:AB3',
      series: [{ label: 'Revenue', range: 'Y13:AB13' }],
    })
    expect(readBlock(chart)).toEqual(chart)
  })

  it('charts no table whose columns have a gap or that has no headings', () => {
    expect(isChartable(table)).toBe(true)
    expect(isChartable({ ...table, columns: ['B', 'D'] })).toBe(false)
    expect(isChartable({ ...table, header_rows: 0 })).toBe(false)
    expect(chartOf({ ...table, columns: ['B', 'D'] }, 'bar', table.rows ?? [])).toBeUndefined()
  })

  it('accepts ranges as a workbook writes them', () => {
    expect(['A1:B2', 'AA10:XFD1048576'].every(isRange)).toBe(true)
    expect(['', 'A1', 'A0:B2', 'a1:b2', 'A1:B2:C3', 'Sheet!A1:B2'].some(isRange)).toBe(false)
  })
})
