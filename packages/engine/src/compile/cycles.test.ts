import { parseCell } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SmallSheet, smallBook } from '../testing/small-book.ts'
import { type Calculator, openCalculator } from './calculator.ts'

const iteration = { rounds: 100, change: 0.001 }

const open = (sheet: SmallSheet, given: { rounds: number; change: number } | 'none' = iteration) => {
  const calculator = openCalculator(smallBook({ Sheet: sheet }, { iteration: given === 'none' ? undefined : given }))
  const { grid } = calculator.model
  const id = (cell: string): number => {
    const { row, column } = parseCell(cell) ?? { row: 0, column: 0 }
    return grid.idOf(0, row, column)
  }
  return {
    calculator,
    at: (cell: string) => grid.get(id(cell)),
    set: (cell: string, value: number | string) => calculator.set([{ id: id(cell), value }]),
  }
}

const stateOf = ({ model: { grid } }: Calculator): string =>
  JSON.stringify(Array.from({ length: grid.size }, (_, id) => grid.get(id)))

/** A multi-year loan with interest on the average of each year's opening and closing balance. */
const loan = (years: number): SmallSheet => {
  const sheet: Record<string, SmallSheet[string]> = { A1: 0.1, A2: 1000, A3: 200 }
  for (let year = 0; year < years; year++) {
    const column = String.fromCharCode(66 + year)
    const before = String.fromCharCode(65 + year)
    sheet[`${column}1`] = year === 0 ? '=A2' : `=${before}3`
    sheet[`${column}2`] = `=$A$1*(${column}1+${column}3)/2`
    sheet[`${column}3`] = `=${column}1+${column}2-$A$3`
  }
  return sheet
}

/** The closing balance of a year, solved analytically. */
const owed = (rate: number, start: number, paid: number, years: number): number => {
  let balance = start
  for (let year = 0; year < years; year++) balance = (balance * (1 + rate / 2) - paid) / (1 - rate / 2)
  return balance
}

describe('circular references in a workbook with iteration', () => {
  it('solves the interest on an average balance to full precision', () => {
    const { at, set, calculator } = open(loan(5))
    expect(at('B3')).toBeCloseTo((1050 - 200) / 0.95, 10)
    expect(at('F3')).toBeCloseTo(owed(0.1, 1000, 200, 5), 9)
    set('A1', 0.07)
    expect(at('F3')).toBeCloseTo(owed(0.07, 1000, 200, 5), 9)
    expect(calculator.unsettled()).toEqual([])
  })

  it('solves cycles to the same values for the same inputs regardless of history, and restores them after a revert', () => {
    const one = open(loan(3))
    const start = stateOf(one.calculator)
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (tried, last) => {
          for (const rate of tried) one.set('A1', rate)
          one.set('A1', last)
          const other = open(loan(3))
          other.set('A1', last)
          const isSame = stateOf(one.calculator) === stateOf(other.calculator)
          one.set('A1', 0.1)
          return isSame && stateOf(one.calculator) === start
        },
      ),
      { numRuns: 50 },
    )
  })

  it('recovers from an error in a cycle when its cause is reverted', () => {
    const { at, set, calculator } = open(loan(3))
    const start = stateOf(calculator)
    set('A1', 'none')
    expect(at('D3')).toMatchObject({ error: '#VALUE!' })
    set('A1', 0.1)
    expect(stateOf(calculator)).toBe(start)
  })

  it('breaks a cycle at a cell that is set', () => {
    const { at, set, calculator } = open(loan(1))
    const start = stateOf(calculator)
    set('B2', 50)
    expect([at('B2'), at('B3')]).toEqual([50, 850])
    set('A1', 0.1)
    expect(stateOf(calculator)).toBe(start)
  })

  it('starts iterating from the cached values', () => {
    const { at, set } = open({
      A1: 1,
      A2: { formula: '=IF(A3>50,100,1)*A1', value: 100 },
      A3: { formula: '=A2', value: 100 },
    })
    expect(at('A3')).toBe(100)
    set('A1', 2)
    expect(at('A3')).toBe(200)
  })

  it('stops a diverging cycle after the workbook’s iteration count, as Excel does, and reports it', () => {
    const { at, set, calculator } = open({ A1: 1, A2: '=A2+A1', A3: '=A2*2' }, { rounds: 7, change: 0.001 })
    expect([at('A2'), at('A3')]).toEqual([7, 14])
    set('A1', 3)
    expect([at('A2'), at('A3')]).toEqual([21, 42])
    expect(calculator.unsettled().map(({ text }) => text)).toEqual(['A2+A1'])
  })

  it('iterates row by row through the sheet if a cycle does not converge', () => {
    // B1 reads A2 from the previous round, A2 reads B1 from the same round.
    const { at } = open({ A1: 1, B1: '=A2+1', A2: '=B1*2' }, { rounds: 3, change: 0.001 })
    expect([at('B1'), at('A2')]).toEqual([7, 14])
  })

  it('returns an error for a cycle that grows without bound and converges again with a sound input', () => {
    const { at, set, calculator } = open({ A1: 0.5, A2: '=A2^2*A1+A3', A3: 0.25 })
    expect(calculator.unsettled()).toEqual([])
    set('A1', 50)
    expect(at('A2')).toMatchObject({ error: '#NUM!' })
    set('A1', 0.5)
    expect(at('A2')).toBeCloseTo(1 - Math.sqrt(0.5), 10)
    expect(calculator.unsettled()).toEqual([])
  })

  it('accepts cached values in a cycle that are as imprecise as the workbook’s iterations leave them', () => {
    const { calculator } = open({
      A1: 0.1,
      B1: { formula: '=A1*(1000+B2)/2', value: 94.7366 },
      B2: { formula: '=1000+B1-200', value: 894.7366 },
      B3: { formula: '=B2*2', value: 1789.4732 },
    })
    expect(calculator.check).toMatchObject({ formulas: 3, agreeing: 3 })
  })
})

describe('circular references in a workbook without iteration', () => {
  it('computes formulas that are circular only in their text, not in their values', () => {
    const { at, set, calculator } = open(
      { A1: 0, A2: '=IF(A1=0,5,A3+1)', A3: '=IF(A1=0,A2*2,7)', A4: '=A3+A2' },
      'none',
    )
    expect([at('A2'), at('A3'), at('A4')]).toEqual([5, 10, 15])
    set('A1', 1)
    expect([at('A2'), at('A3'), at('A4')]).toEqual([8, 7, 15])
    expect(calculator.unsettled()).toEqual([])
  })

  it('solves cycles to all significant digits although iterations oscillate in the last bit', () => {
    const sheet: SmallSheet = {
      A1: 0.0731,
      A2: 1_000_003,
      B1: { formula: '=A1*(A2+B2)/2', value: (0.0731 * (2 * 1_000_003 - 50_021)) / 2 / (1 - 0.0731 / 2) },
      B2: {
        formula: '=A2+B1-50021',
        value: 1_000_003 - 50_021 + (0.0731 * (2 * 1_000_003 - 50_021)) / 2 / (1 - 0.0731 / 2),
      },
    }
    const { at, set, calculator } = open(sheet, 'none')
    for (const rate of [0.05, 0.0613, 0.0777, 0.08123, 0.0917, 0.11]) {
      set('A1', rate)
      const interest = (rate * (2 * 1_000_003 - 50_021)) / 2 / (1 - rate / 2)
      expect(Math.abs(Number(at('B1')) / interest - 1)).toBeLessThan(1e-12)
      expect(calculator.unsettled()).toEqual([])
      expect(calculator.circular().map(({ text }) => text)).toEqual(['A1*(A2+B2)/2', 'A2+B1-50021'])
    }
  })

  it('solves cycles that need more than a hundred iterations', () => {
    const { at, set } = open(
      { A1: 1, B1: { formula: '=B2*0.9+A1', value: 10 }, B2: { formula: '=B1', value: 10 } },
      'none',
    )
    set('A1', 2)
    expect(at('B2')).toBeCloseTo(20, 9)
  })

  it('does not report a cycle if an IF never takes the circular branch', () => {
    const { set, calculator } = open({ A1: 0, A2: '=IF(A1=0,5,A3+1)', A3: '=IF(A1=0,A2*2,7)' }, 'none')
    expect(calculator.circular()).toEqual([])
    set('A1', 1)
    expect(calculator.circular()).toEqual([])
  })

  it('keeps cached values and reports a disagreement for a cycle of values without a solution', () => {
    const { at, set, calculator } = open(
      { A1: 1, A2: { formula: '=A3+A1', value: 0 }, A3: { formula: '=A2', value: 0 } },
      'none',
    )
    set('A1', 2)
    expect([at('A2'), at('A3')]).toEqual([0, 0])
    expect(calculator.check.disagreeing.length).toBe(1)
  })
})
