import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { propertyModel } from '../testing/property-model.ts'
import { smallBook } from '../testing/small-book.ts'
import type { Scalar } from '../value/value.ts'
import { type Calculator, openCalculator } from './calculator.ts'

const names = ['rent_growth', 'vacancy', 'exit_cap_rate', 'interest_rate', 'purchase_price'] as const
const made = propertyModel({ months: 24, types: 5, expenses: 4 })

/** All values of the workbook, for a bit-exact comparison. */
const stateOf = ({ model: { grid } }: Calculator): string =>
  JSON.stringify(Array.from({ length: grid.size }, (_, id) => grid.get(id)))

const idOf = ({ model: { grid } }: Calculator, name: (typeof names)[number]): number => {
  const { row, column } = made.inputCell(name)
  return grid.idOf(0, row, column)
}

const change = fc.record({
  name: fc.constantFrom(...names),
  value: fc.oneof(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.constantFrom<Scalar>(0, 1, 1e9, 'text', '0.05', true, null),
  ),
})

describe('calculator', () => {
  let one: Calculator
  let other: Calculator
  beforeAll(() => {
    one = openCalculator(made.workbook)
    other = openCalculator(made.workbook)
    one.recalculate()
    other.recalculate()
  })

  it('gives exactly the same values after an incremental change as after a full recalculation', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        for (const { name, value } of changes) {
          one.set([{ id: idOf(one, name), value }])
          other.set([{ id: idOf(other, name), value }])
        }
        other.recalculate()
        expect(stateOf(one)).toBe(stateOf(other))
      }),
      { numRuns: 60 },
    )
  })

  it('computes exactly the same values in compiled loops as the interpreter', () => {
    fc.assert(
      fc.property(change, ({ name, value }) => {
        one.set([{ id: idOf(one, name), value }])
        const { grid, formulas, compute } = one.model
        const wrong = formulas.filter(
          (formula) => formula.array === undefined && !Object.is(compute(formula), grid.get(formula.id)),
        )
        expect(wrong.map(({ text }) => text)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('restores every value exactly when a change is reverted', () => {
    const before = stateOf(one)
    const id = idOf(one, 'rent_growth')
    const value = one.model.grid.get(id)
    fc.assert(
      fc.property(fc.double({ min: -0.5, max: 0.5, noNaN: true }), (other) => {
        one.set([{ id, value: other }])
        one.set([{ id, value }])
        expect(stateOf(one)).toBe(before)
      }),
      { numRuns: 20 },
    )
  })

  it('never produces negative zero', () => {
    for (const value of [-0, 0]) {
      one.set([{ id: idOf(one, 'purchase_price'), value }])
      const { grid, formulas } = one.model
      expect(formulas.filter(({ id }) => Object.is(grid.get(id), -0)).map(({ text }) => text)).toEqual([])
    }
  })

  it('recomputes only the dependents of a change', () => {
    expect(one.set([{ id: idOf(one, 'exit_cap_rate'), value: 0.06 }])).toBeLessThan(one.model.formulas.length / 4)
  })

  it('keeps the value set on a formula cell when a precedent changes in the same call', () => {
    const calculator = openCalculator(smallBook({ Sheet: { A1: 1, A2: '=A1+1', A3: '=A2*10+A1' } }))
    const { grid } = calculator.model
    const [a1, a2, a3] = [0, 1, 2].map((row) => grid.idOf(0, row, 0)) as [number, number, number]
    calculator.set([
      { id: a2, value: 7 },
      { id: a1, value: 5 },
    ])
    expect([grid.get(a2), grid.get(a3)]).toEqual([7, 75])
    calculator.set([{ id: a1, value: 5 }])
    expect([grid.get(a2), grid.get(a3)]).toEqual([6, 65])
  })

  it('computes only what the requested cells need, and the rest on the next full call', () => {
    const calculator = openCalculator(smallBook({ Sheet: { A1: 1, A2: '=A1+1', A3: '=A2*10', A4: '=A1*100' } }))
    const { grid } = calculator.model
    const [a1, a2, a3, a4] = [0, 1, 2, 3].map((row) => grid.idOf(0, row, 0)) as [number, number, number, number]
    expect(calculator.set([{ id: a1, value: 2 }], { only: [a3] })).toBe(2)
    expect([a2, a3, a4].map(grid.get)).toEqual([3, 30, 100])
    expect(calculator.set([])).toBe(3)
    expect([a2, a3, a4].map(grid.get)).toEqual([3, 30, 200])
    expect(calculator.coneOf([a2])).toEqual([1])
  })
})
