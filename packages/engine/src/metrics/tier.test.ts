import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import type { Scalar } from '../value/value.ts'
import { createComputedShare } from './computed-share.ts'
import { frozenCells } from './frozen-cells.ts'
import { mapMetrics } from './map-metrics.ts'
import { sheetOf, workbookOf } from './testing.ts'
import { tierOf } from './tier.ts'

const formula = (text: string, value: Scalar) => ({ formula: text, value })

/** A property whose NOI depends on one additional formula, in C9. */
const openWith = (behind: { formula: string; value: Scalar }) =>
  openCalculator(
    workbookOf([
      sheetOf('S', {
        A1: 'Effective Gross Income',
        B1: 100,
        A2: 'Total Operating Expenses',
        B2: formula('C9*2', 40),
        A3: 'Net Operating Income',
        B3: formula('B1-B2', 60),
        C9: behind,
        A5: 'Debt Yield',
        B5: 0.09,
      }),
    ]),
  )
const open = {
  agreeing: () => openWith(formula('10+10', 20)),
  disagreeing: () => openWith(formula('10+11', 20)),
  unknown: () => openWith(formula('PROVIDER("x")', 20)),
  external: () => openWith(formula('[1]Other!A1', 20)),
  uncached: () => openWith(formula('10+10', null)),
}
const shareOf = (calculator: ReturnType<typeof openCalculator>, row: number) =>
  createComputedShare(calculator)([calculator.model.grid.idOf(0, row, 1)])
const tier = (calculator: ReturnType<typeof openCalculator>) =>
  tierOf(calculator, mapMetrics(calculator.model.workbook, calculator.model).matches)

describe('computed share of a cell', () => {
  it('counts the formulas behind a cell, including its own', () => {
    expect(shareOf(open.agreeing(), 2)).toEqual({ formulas: 3, computed: 3, share: 1, frozen: [] })
    expect(shareOf(open.agreeing(), 1)).toEqual({ formulas: 2, computed: 2, share: 1, frozen: [] })
  })

  it.each(['disagreeing', 'unknown', 'external'] as const)('does not count a formula that is %s as computed', (how) => {
    expect(shareOf(open[how](), 2)).toMatchObject({ formulas: 3, computed: 2 })
  })

  it('counts a formula without a cached value as computed, because there is nothing to disagree with', () => {
    expect(shareOf(open.uncached(), 2)).toMatchObject({ formulas: 3, computed: 3, share: 1 })
  })

  it('gives a typed number a full computed share', () => {
    expect(shareOf(open.unknown(), 0)).toEqual({ formulas: 0, computed: 0, share: 1, frozen: [] })
  })

  it.each([
    ['agrees', [10, 14], 1],
    ['disagrees', [10, 15], 0],
    ['has no cached value', [10, null], 1],
  ] as const)('counts a data table once, by whether every cell of it agrees: one %s', (_, [first, second], own) => {
    const sheet = sheetOf('S', {
      A1: 3,
      C1: formula('A1*2', 6),
      B2: 5,
      B3: 7,
      C2: first,
      C3: second,
      E1: formula('C3+1', 15),
    })
    const area = { sheet: 0, top: 1, left: 2, bottom: 2, right: 2 }
    const table = { area, rowInput: undefined, columnInput: { row: 0, column: 0 } }
    const calculator = openCalculator(workbookOf([{ ...sheet, dataTables: [table] }]))
    const shareAt = (row: number, column: number) =>
      createComputedShare(calculator)([calculator.model.grid.idOf(0, row, column)])
    expect(shareAt(2, 2)).toMatchObject({ formulas: 2, computed: 1 + own })
    expect(shareAt(0, 4).formulas).toBe(3)
  })

  it('gives less than a full computed share behind a data table that is not computed', () => {
    const sheet = sheetOf('S', { A1: 3, C1: formula('A1*2', 6), B2: 5, C2: 10, E1: formula('C2+1', 11) })
    const area = { sheet: 0, top: 1, left: 2, bottom: 1, right: 2 }
    const table = { area, rowInput: undefined, columnInput: undefined }
    const calculator = openCalculator(workbookOf([{ ...sheet, dataTables: [table] }]))
    expect(createComputedShare(calculator)([calculator.model.grid.idOf(0, 0, 4)])).toMatchObject({
      formulas: 3,
      computed: 2,
    })
  })

  it('counts each formula of a cycle once', () => {
    const cycle = { A1: formula('B1+1', 1), B1: formula('A1*0', 0) }
    const calculator = openCalculator({
      ...workbookOf([sheetOf('S', cycle)]),
      iteration: { rounds: 100, change: 0.001 },
    })
    expect(createComputedShare(calculator)([calculator.model.grid.idOf(0, 0, 0)]).formulas).toBe(2)
  })
})

describe('tier of a workbook', () => {
  it('gives the full tier if a metric is recalculated and agrees with its cached value', () => {
    expect(tier(open.agreeing())).toBe('full')
  })

  it.each(['disagreeing', 'unknown', 'external', 'uncached'] as const)(
    'keeps the full tier if one cell behind the metrics is %s, because the others are still recalculated',
    (how) => {
      expect(tier(open[how]())).toBe('full')
    },
  )

  it('gives the values-only tier without formulas or without metrics', () => {
    const typed = sheetOf('S', { A1: 'Exit Cap Rate', B1: 0.05, A2: 'Debt Yield', B2: 0.09 })
    expect(tier(openCalculator(workbookOf([typed])))).toBe('values_only')
    expect(tierOf(open.agreeing(), [])).toBe('values_only')
  })

  it('gives the values-only tier if every metric itself is a formula that cannot be recalculated', () => {
    const sheet = sheetOf('S', { A1: 'Net Operating Income', B1: formula('PROVIDER("noi")', 60) })
    expect(tier(openCalculator(workbookOf([sheet])))).toBe('values_only')
  })
})

describe('frozen cells of a workbook', () => {
  const frozenIn = (calculator: ReturnType<typeof openCalculator>) =>
    frozenCells(calculator, mapMetrics(calculator.model.workbook, calculator.model).matches)

  it.each([
    ['disagreeing', 'disagreement', 'S!C9 recalculates to 21, but the workbook has 20.'],
    ['unknown', 'unsupported_function', 'S!C9 uses a function or name that is not supported.'],
    ['external', 'external_link', 'S!C9 links to another workbook.'],
  ] as const)(
    'lists the cell that is %s, with the reason and every metric that depends on it',
    (how, reason, message) => {
      expect(frozenIn(open[how]())).toEqual({
        cells: [{ sheet: 'S', cell: 'C9', reason, message, metrics: ['total_operating_expenses', 'noi'] }],
        cellCount: 1,
        metrics: ['total_operating_expenses', 'noi'],
      })
    },
  )

  it('lists no frozen cells if everything is recalculated', () => {
    expect(frozenIn(open.agreeing())).toEqual({ cells: [], cellCount: 0, metrics: [] })
  })

  it('lists a circular reference that does not converge, with only the metrics that depend on it', () => {
    const calculator = openCalculator({
      ...workbookOf([
        sheetOf('S', {
          A1: 'Effective Gross Income',
          B1: 100,
          A2: 'Total Operating Expenses',
          B2: 40,
          A3: 'Net Operating Income',
          B3: formula('B1-B2', 60),
          A4: 'Debt Yield',
          B4: formula('(C4+9)/100', 0.09),
          C4: formula('1-C4', 0),
        }),
      ]),
      iteration: { rounds: 100, change: 0.001 },
    })
    const { cells, metrics } = frozenIn(calculator)
    expect(cells.map(({ cell, reason, metrics: own }) => [cell, reason, own])).toEqual([
      ['C4', 'circular_reference', ['debt_yield_pct']],
    ])
    expect(metrics).toEqual(['debt_yield_pct'])
    expect(tier(calculator)).toBe('full')
  })

  it('lists at most twenty frozen cells, those with the most metrics first, with the total count', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`C${n + 10}`, formula('PROVIDER()', 1)]))
    const calculator = openCalculator(
      workbookOf([
        sheetOf('S', {
          A1: 'Effective Gross Income',
          B1: formula('SUM(C10:C39)', 30),
          A2: 'Total Operating Expenses',
          B2: formula('C39', 1),
          ...many,
        }),
      ]),
    )
    const { cells, cellCount } = frozenIn(calculator)
    expect(cells).toHaveLength(20)
    expect(cellCount).toBe(30)
    expect(cells[0]?.cell).toBe('C39')
  })
})
