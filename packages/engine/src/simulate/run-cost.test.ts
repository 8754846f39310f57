import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { withValues } from '../testing/property-deal.ts'
import { type SmallCell, smallBook } from '../testing/small-book.ts'
import { costOfRun } from './run-cost.ts'

const costIn = (cells: Record<string, SmallCell>): number => {
  const calculator = openCalculator(withValues(smallBook({ Model: cells })))
  const at = (row: number): number => calculator.model.grid.idOf(0, row, 0)
  const before = Array.from({ length: calculator.model.grid.size }, (_, id) => calculator.model.grid.get(id))
  const cost = costOfRun(calculator, [at(0)], [at(2)])
  expect(before).toEqual(before.map((_, id) => calculator.model.grid.get(id)))
  return cost
}

describe('cost of a simulation run', () => {
  it('gives the same cost however often it is counted', () => {
    const calculator = openCalculator(withValues(smallBook({ Model: { A1: 2, A2: '=A1+A3/2', A3: '=A2/2' } })))
    const count = () =>
      costOfRun(calculator, [calculator.model.grid.idOf(0, 0, 0)], [calculator.model.grid.idOf(0, 2, 0)])
    const first = count()
    expect([count(), count()]).toEqual([first, first])
  })

  it('includes the iterations of a circular reference in the cost', () => {
    const plain = costIn({ A1: 2, A2: '=A1/2', A3: '=A2/2' })
    const circular = costIn({ A1: 2, A2: '=A1+A3/2', A3: '=A2/2' })
    expect(circular - plain).toBeGreaterThan(20)
  })

  it('gives a higher cost if trials must be computed one by one', () => {
    const plain = costIn({ A1: 2, A2: '=A1/2', A3: '=A2/2' })
    const dynamic = costIn({ A1: 2, A2: '=OFFSET(A1,0,0)/2', A3: '=A2/2' })
    expect(dynamic).toBeGreaterThan(7 * plain)
  })
})
