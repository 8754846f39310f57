import type { TornadoBar } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plotOf } from './plot.ts'
import { tornadoBars, withoutResult } from './tornado-bars.ts'

const bar: TornadoBar = { metric_key: 'rate', input_p10: 5, input_p90: 6, at_p10: 16, at_p90: 14 }
const labels = new Map([['rate', { label: 'Interest Rate' }]])

describe('tornado bars', () => {
  it('are the service’s result for each input alone, longest first', () => {
    const longer = { ...bar, metric_key: 'other', at_p90: 12 }
    expect(tornadoBars(15, [bar, longer], labels)).toEqual([
      { key: 'other', label: 'other', lowInput: 5, highInput: 6, low: 16, high: 12 },
      { key: 'rate', label: 'Interest Rate', lowInput: 5, highInput: 6, low: 16, high: 14 },
    ])
  })

  it('leave out inputs without an effect or with an invalid result', () => {
    expect(
      tornadoBars(
        15,
        [
          { ...bar, at_p10: 15, at_p90: 15 },
          { ...bar, at_p90: null },
        ],
        labels,
      ),
    ).toEqual([])
    expect(tornadoBars(null, [bar], labels)).toEqual([])
  })

  it('name the inputs at whose ends the metric is not a number', () => {
    expect(withoutResult([bar, { ...bar, metric_key: 'x', at_p10: null }], labels)).toEqual(['x'])
  })
})

describe('plot of a tornado', () => {
  const ends = (low: number, high: number) => ({ low, high })

  it('keeps every bar and the base line between its edges', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 1 }), number, number, (pairs, middle, limit) => {
        const bars = pairs.map(([low, high]) => ends(low, high))
        const { x } = plotOf(bars, middle, limit)
        for (const value of [middle, ...pairs.flat()]) {
          expect(x(value)).toBeGreaterThanOrEqual(-1e-6)
          expect(x(value)).toBeLessThanOrEqual(100 + 1e-6)
        }
      }),
    )
  })

  it('shows a limit next to the bars, but not one so far away that the bars would shrink to nothing', () => {
    expect(plotOf([ends(10, 20)], 15, 8).limitAt).toBe(0)
    expect(plotOf([ends(10, 20)], 15, 100).limitAt).toBeUndefined()
    expect(plotOf([ends(10, 20)], 15, undefined).limitAt).toBeUndefined()
  })
})
