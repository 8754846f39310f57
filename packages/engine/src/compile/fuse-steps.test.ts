import { columnName } from '@deal-canvas/workbook-reader'
import { expect, it } from 'vitest'
import { expectAsInFull } from '../testing/compiled-and-full.ts'
import { type SmallCell, smallBook } from '../testing/small-book.ts'
import { openCalculator } from './calculator.ts'
import { fuseSteps, type Step } from './fuse-steps.ts'

const months = 24

/** A monthly hurdle: the amount due, the amount paid, the remaining cash, and the balance carried forward. */
const waterfall = (cash: number): Record<string, SmallCell> => {
  const cells: Record<string, SmallCell> = { A1: cash, A2: 0.08, B6: 1_000 }
  for (let n = 0; n < months; n++) {
    const [before, at] = [columnName(n + 1), columnName(n + 2)]
    cells[`${at}3`] = `=${before}6*(1+$A$2)^(1/12)`
    cells[`${at}4`] = `=MAX(0,MIN($A$1,${at}3))`
    cells[`${at}5`] = `=$A$1-${at}4`
    cells[`${at}6`] = `=${at}3-${at}4`
  }
  return cells
}

it('computes rows that depend on each other month by month as the interpreter does, after every change', () => {
  const calculator = openCalculator(smallBook({ Sheet: waterfall(100) }))
  const { model, set, compiled } = calculator
  expect(compiled).toBe(4 * months)
  for (const cash of [100, 20, 0, 43.21]) {
    set([{ id: model.grid.idOf(0, 0, 0), value: cash }])
    expectAsInFull(calculator)
  }
})

it('fuses repeating steps into one and keeps the others unchanged', () => {
  const calls: string[] = []
  const templates = ['a', 'b', 'c'].map((name) => ({
    one: (cell: number) => void calls.push(`${name}${cell}`),
    loop: (order: Int32Array, from: number, to: number) => {
      for (let n = from; n < to; n++) calls.push(`${name}${order[n]}`)
    },
  }))
  const kinds = [2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 2, 1]
  const steps = kinds.map((kind, n): Step => {
    const loop = templates[kind]?.loop
    if (loop === undefined) throw new RangeError(`There is no template ${kind}`)
    return { kind, loop, from: n, to: n + 1 }
  })
  const order = Int32Array.from(kinds, (_, n) => n)
  const runAll = (some: readonly Step[]): string[] => {
    calls.length = 0
    for (const { loop, from, to } of some) loop(order, from, to)
    return [...calls]
  }
  const fused = fuseSteps(steps, templates)
  expect(fused).toHaveLength(6)
  expect(runAll(fused)).toEqual(runAll(steps))
})
