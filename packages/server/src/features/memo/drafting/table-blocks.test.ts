import type { FoundTable } from '@deal-canvas/engine'
import { parseBlock } from '@deal-canvas/memo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOfTable } from './table-blocks.ts'

const statement = (labels: readonly string[], columns: readonly number[]): FoundTable => ({
  kind: 'operating_statement',
  sheet: 'Pro forma',
  area: { top: 5, left: 1, bottom: 5 + labels.length, right: columns.at(-1) ?? 1 },
  headRows: 1,
  rows: labels.map((label, n) => ({ row: 6 + n, label, isTotal: false })),
  columns,
})

describe('blocks of a table of the model', () => {
  it('charts the main lines of a statement over its years', () => {
    const [, chart] = blocksOfTable(statement(['Rent', 'Net operating income'], [3, 4, 5]))
    expect(chart).toEqual({
      block: 'chart',
      title: 'Net operating income over time',
      kind: 'bar',
      sheet: 'Pro forma',
      categories: 'D6:F6',
      series: [{ label: 'Net operating income', range: 'D8:F8' }],
    })
  })

  it('charts nothing if other columns stand between the years, whose numbers it would show', () => {
    expect(blocksOfTable(statement(['Net operating income'], [3, 5]))).toHaveLength(1)
  })

  it('writes only blocks that a memo can hold, whatever the labels are', () => {
    const label = fc.oneof(
      fc.string({ maxLength: 400 }),
      fc.constant('NOI'),
      fc.string({ maxLength: 300 }).map((end) => `NOI ${end}`),
    )
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 1, maxLength: 18 }),
        fc.subarray([3, 4, 5, 6], { minLength: 1 }),
        (labels, columns) =>
          blocksOfTable(statement(labels, columns)).every((block) => parseBlock(JSON.stringify(block)) !== undefined),
      ),
    )
  })
})
