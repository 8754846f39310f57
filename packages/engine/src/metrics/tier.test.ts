import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import type { Scalar } from '../value/value.ts'
import { computedShare } from './computed-share.ts'
import { mapMetrics } from './map-metrics.ts'
import { sheetOf, workbookOf } from './testing.ts'
import { tierOf } from './tier.ts'

const formula = (text: string, value: Scalar) => ({ formula: text, value })

/** A property whose NOI depends on one formula more, in C9. */
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
  computedShare(calculator, [calculator.model.grid.idOf(0, row, 1)])
const tier = (calculator: ReturnType<typeof openCalculator>) =>
  tierOf(calculator, mapMetrics(calculator.model.workbook, calculator.model).matches)

describe('the computed share of a cell', () => {
  it('counts the formulas behind it, its own among them', () => {
    expect(shareOf(open.agreeing(), 2)).toEqual({ formulas: 3, computed: 3, share: 1 })
    expect(shareOf(open.agreeing(), 1)).toEqual({ formulas: 2, computed: 2, share: 1 })
  })

  it.each(['disagreeing', 'unknown', 'external', 'uncached'] as const)('leaves out what is %s', (how) => {
    expect(shareOf(open[how](), 2)).toMatchObject({ formulas: 3, computed: 2 })
  })

  it('is whole for a number that was typed in', () => {
    expect(shareOf(open.unknown(), 0)).toEqual({ formulas: 0, computed: 0, share: 1 })
  })

  it.each([
    ['agrees', [10, 14], 1],
    ['disagrees', [10, 15], 0],
    ['has no cached value', [10, null], 0],
  ] as const)('counts a what-if table once, by whether every cell of it agrees: one %s', (_, [first, second], own) => {
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
      computedShare(calculator, [calculator.model.grid.idOf(0, row, column)])
    expect(shareAt(2, 2)).toMatchObject({ formulas: 2, computed: 1 + own })
    expect(shareAt(0, 4).formulas).toBe(3)
  })

  it('is not whole behind a what-if table that is not computed', () => {
    const sheet = sheetOf('S', { A1: 3, C1: formula('A1*2', 6), B2: 5, C2: 10, E1: formula('C2+1', 11) })
    const area = { sheet: 0, top: 1, left: 2, bottom: 1, right: 2 }
    const table = { area, rowInput: undefined, columnInput: undefined }
    const calculator = openCalculator(workbookOf([{ ...sheet, dataTables: [table] }]))
    expect(computedShare(calculator, [calculator.model.grid.idOf(0, 0, 4)])).toMatchObject({ formulas: 3, computed: 2 })
  })

  it('counts each once where formulas go round in circles', () => {
    const circle = { A1: formula('B1+1', 1), B1: formula('A1*0', 0) }
    const calculator = openCalculator({
      ...workbookOf([sheetOf('S', circle)]),
      iteration: { rounds: 100, change: 0.001 },
    })
    expect(computedShare(calculator, [calculator.model.grid.idOf(0, 0, 0)]).formulas).toBe(2)
  })
})

describe('the tier of a workbook', () => {
  it('is full when all that headline metrics depend on is computed and agrees', () => {
    expect(tier(open.agreeing())).toBe('full')
  })

  it.each(['disagreeing', 'unknown', 'external', 'uncached'] as const)(
    'is values only when something behind them is %s',
    (how) => {
      expect(tier(open[how]())).toBe('values_only')
    },
  )

  it('is values only without formulas, and without metrics', () => {
    const typed = sheetOf('S', { A1: 'Exit Cap Rate', B1: 0.05, A2: 'Debt Yield', B2: 0.09 })
    expect(tier(openCalculator(workbookOf([typed])))).toBe('values_only')
    expect(tierOf(open.agreeing(), [])).toBe('values_only')
  })
})
