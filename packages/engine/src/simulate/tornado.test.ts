import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { smallBook } from '../testing/small-book.ts'
import type { SimulationRequest } from './request.ts'
import { simulate } from './simulate.ts'

/** Formulas over A1, A2 and A3 in which inputs reinforce and offset each other, and which can have no value. */
const formula = fc.letrec<{ term: string }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('A1', 'A2', 'A3'),
    fc.integer({ min: -5, max: 5 }).map((number) => `(${number})`),
    fc.tuple(tie('term'), fc.constantFrom('+', '-', '*', '/'), tie('term')).map(([a, sign, b]) => `(${a}${sign}${b})`),
    fc.tuple(tie('term'), tie('term')).map(([a, b]) => `MAX(${a},${b})`),
    fc.tuple(tie('term'), tie('term'), tie('term')).map(([a, b, c]) => `IF(${a}>2,${b},${c})`),
  ),
})).term

describe('tornado chart', () => {
  it('gives every bar the sign and size of the deterministic what-if, in any model', () => {
    fc.assert(
      fc.property(
        fc.array(formula, { minLength: 1, maxLength: 4 }),
        fc.array(fc.double({ min: -4, max: 9, noNaN: true }), { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 0, max: 1_000 }),
        (formulas, values, seed) => {
          const cells = Object.fromEntries([
            ...values.map((value, n) => [`A${n + 1}`, value] as const),
            ...formulas.map((text, n) => [`B${n + 1}`, `=${text}`] as const),
          ])
          const book = openCalculator(smallBook({ Model: cells }))
          const { grid } = book.model
          const request: SimulationRequest = {
            inputs: values.map((value, n) => ({
              key: `A${n + 1}`,
              cells: [grid.idOf(0, n, 0)],
              base: value,
              // One of them is changed: the bars are around the base all the same.
              value: n === 0 ? value + 1 : value,
              distribution: { kind: 'pert', width: 1 + n },
            })),
            outputs: formulas.map((_, n) => ({ key: `B${n + 1}`, cell: grid.idOf(0, n, 1) })),
            samples: 50,
            seed,
          }
          const result = simulate(book, request)
          const whatIf = (input: string, value: number, output: number): number | null => {
            const id = grid.idOf(0, Number(input.slice(1)) - 1, 0)
            const held = grid.get(id)
            book.set([{ id, value }])
            const found = grid.get(grid.idOf(0, output, 1))
            book.set([{ id, value: held }])
            return typeof found === 'number' && Number.isFinite(found) ? Number(found.toPrecision(15)) : null
          }
          result.outputs.forEach(({ tornado }, n) => {
            expect(tornado).toHaveLength(3)
            for (const { key, inputP10, inputP90, atP10, atP90 } of tornado) {
              expect(inputP10).toBeLessThan(inputP90)
              expect([key, atP10, atP90]).toEqual([key, whatIf(key, inputP10, n), whatIf(key, inputP90, n)])
            }
            const sizes = tornado.map(({ atP10, atP90 }) =>
              atP10 === null || atP90 === null ? 0 : Math.abs(atP90 - atP10),
            )
            expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  it('does not attribute a higher return to more expensive debt because rents happened to rise with it', () => {
    const book = openCalculator(smallBook({ Model: { A1: 10, A2: 5, B1: '=A1-A2' } }))
    const cell = (row: number) => book.model.grid.idOf(0, row, 0)
    const { outputs } = simulate(book, {
      inputs: [
        { key: 'rent', cells: [cell(0)], base: 10, value: 10, distribution: { kind: 'uniform', width: 5 } },
        { key: 'debt', cells: [cell(1)], base: 5, value: 5, distribution: { kind: 'uniform', width: 1 } },
      ],
      outputs: [{ key: 'return', cell: book.model.grid.idOf(0, 0, 1) }],
      correlations: [{ one: 'rent', other: 'debt', correlation: 0.95 }],
      samples: 1_000,
      seed: 1,
    })
    const debt = outputs[0]?.tornado.find(({ key }) => key === 'debt')
    const driver = outputs[0]?.drivers.find(({ key }) => key === 'debt')
    expect(driver?.correlation).toBeGreaterThan(0.5)
    expect([debt?.atP10, debt?.atP90].map((value) => value?.toFixed(9))).toEqual(['5.800000000', '4.200000000'])
    expect(outputs[0]?.tornado.map(({ key }) => key)).toEqual(['rent', 'debt'])
  })
})
