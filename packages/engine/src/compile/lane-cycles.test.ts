import type { Workbook } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withValues } from '../testing/property-deal.ts'
import { type SmallCell, smallBook } from '../testing/small-book.ts'
import { openCalculator } from './calculator.ts'

const months = 12
const columns = Array.from({ length: months + 1 }, (_, n) => String.fromCharCode(66 + n))
const lastColumn = columns.at(-1)

/** A loan with interest on its average balance, a cash sweep, and a size that depends on its own interest. */
const loan = (iteration: Workbook['iteration'], sweep: number) => {
  const cells: Record<string, SmallCell> = { A1: 1_000, A2: 0.06, A3: 40 }
  columns.forEach((column, n) => {
    const before = columns[n - 1]
    if (before === undefined) cells[`${column}3`] = `=A1+0.02*SUM(C1:${lastColumn}1)`
    else {
      cells[`${column}1`] = `=(${before}3+${column}3)/2*A2`
      cells[`${column}2`] = `=A3-${column}1+MAX(0,${sweep}*(A3-${column}1))`
      cells[`${column}3`] = `=${before}3-${column}2`
    }
  })
  cells['A5'] = `=SUM(C1:${lastColumn}1)`
  const calculator = openCalculator(withValues(smallBook({ Loan: cells }, { iteration })))
  const { grid } = calculator.model
  const inputs = [0, 1, 2].map((row) => grid.idOf(0, row, 0))
  const outputs = [grid.idOf(0, 4, 0), grid.idOf(0, 2, months + 1), grid.idOf(0, 0, 4)]
  /** The outputs for the given inputs, computed one by one. */
  const alone = (values: readonly number[]): number[] => {
    const held = inputs.map((id) => grid.get(id))
    calculator.set(inputs.map((id, n) => ({ id, value: values[n] ?? 0 })))
    const found = outputs.map((id) => grid.numbers[id] ?? Number.NaN)
    calculator.set(inputs.map((id, n) => ({ id, value: held[n] ?? 0 })))
    return found
  }
  const beside = (all: readonly (readonly number[])[]): number[][] | undefined => {
    const lanes = calculator.lanes(inputs, outputs)
    if (lanes === undefined) throw new Error('There are no lanes')
    lanes.numbers.forEach((own, lane) => {
      inputs.forEach((id, n) => {
        own[id] = all[lane]?.[n] ?? 0
      })
    })
    return lanes.run() ? lanes.numbers.map((own) => outputs.map((id) => own[id] ?? Number.NaN)) : undefined
  }
  return { calculator, outputs, alone, beside }
}

const values = fc.tuple(
  fc.double({ min: 500, max: 2_000, noNaN: true }),
  fc.double({ min: 0, max: 0.2, noNaN: true }),
  fc.double({ min: 0, max: 200, noNaN: true }),
)

describe('circular references in lanes', () => {
  it.each([
    ['does not iterate', undefined],
    ['iterates', { rounds: 100, change: 0.001 }],
  ])('solves a cycle in lanes bit-identically to one by one in a workbook that %s', (_, iteration) => {
    const { alone, beside } = loan(iteration, 0.25)
    fc.assert(
      fc.property(fc.array(values, { minLength: 8, maxLength: 8 }), (all) => {
        expect(beside(all)).toEqual(all.map(alone))
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    [1e-6, undefined],
    [1e-4, undefined],
    [0.5, undefined],
    [0.95, undefined],
    [1e-6, { rounds: 100, change: 0.001 }],
    [1e-6, { rounds: 3, change: 0.001 }],
    [0.9, { rounds: 100, change: 0.001 }],
  ])(
    'solves a cycle in lanes bit-identically if a round leaves %s of the distance to the solution (iteration: %o)',
    (factor, iteration) => {
      const cells = { A1: 100, A2: `=A1+${factor}*A3`, A3: '=A2+A1/3', A4: '=A3*2' }
      const calculator = openCalculator(withValues(smallBook({ Model: cells }, { iteration })))
      const { grid } = calculator.model
      const [input, output] = [grid.idOf(0, 0, 0), grid.idOf(0, 3, 0)]
      const values = [100, 100.001, 140, -3, 175, 0.7, 99, 250]
      const lanes = calculator.lanes([input], [output])
      lanes?.numbers.forEach((own, lane) => {
        own[input] = values[lane] ?? 0
      })
      expect(lanes?.run()).toBe(true)
      const beside = lanes?.numbers.map((own) => own[output])
      const alone = values.map((value) => {
        calculator.set([{ id: input, value }])
        return grid.numbers[output]
      })
      expect(beside).toEqual(alone)
      expect(new Set(alone).size).toBe(values.length)
    },
  )

  describe('cycles that converge for some inputs only', () => {
    const open = () => {
      const cells = { A1: 100, A2: '=IF(A1>110,A2+1,A1)', A3: '=A2*2' }
      const iteration = { rounds: 100, change: 0.001 }
      const calculator = openCalculator(withValues(smallBook({ Model: cells }, { iteration })))
      const at = (row: number): number => calculator.model.grid.idOf(0, row, 0)
      const runWith = (first: number): boolean | undefined => {
        const lanes = calculator.lanes([at(0)], [at(2)])
        lanes?.numbers.forEach((own, lane) => {
          own[at(0)] = lane === 0 ? first : 90
        })
        return lanes?.run()
      }
      return { calculator, at, runWith }
    }

    it('bails out of lanes if a cycle does not converge in one of them, so that Excel’s result is computed', () => {
      const { runWith } = open()
      expect([runWith(80), runWith(120)]).toEqual([true, false])
    })

    it('no longer reports a cycle as unsettled once it converges in all lanes', () => {
      const { calculator, at, runWith } = open()
      calculator.set([{ id: at(0), value: 120 }], { only: [at(2)] })
      expect(calculator.unsettled()).toHaveLength(1)
      expect(runWith(80)).toBe(true)
      expect(calculator.unsettled()).toEqual([])
    })
  })

  it('does not use lanes if a cell inside a cycle is set', () => {
    const { calculator, outputs } = loan(undefined, 0.25)
    const inside = calculator.model.grid.idOf(0, 2, 4)
    expect(calculator.lanes([inside], outputs)).toBeUndefined()
  })
})
