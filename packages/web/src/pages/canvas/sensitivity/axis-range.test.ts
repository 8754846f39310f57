import type { Metric } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { readRange } from './axis-range.ts'

const capRate = { label: 'Exit Cap Rate', unit: 'percentage_points', value: 5.5 } as Metric

describe('typed range of an input', () => {
  it('is divided evenly, without the noise of binary fractions', () => {
    expect(readRange({ from: '5%', to: '5.6', steps: '7' }, capRate)).toEqual({
      values: [5, 5.1, 5.2, 5.3, 5.4, 5.5, 5.6],
    })
  })

  it.each([
    [{ from: 'low', to: '6', steps: '5' }, /Exit Cap Rate as numbers, such as 5\.50%/],
    [{ from: '6', to: '5', steps: '5' }, /must end above its start/],
    [{ from: '5', to: '6', steps: '1' }, /between 2 and 41/],
    [{ from: '5', to: '6', steps: '42' }, /between 2 and 41/],
    [{ from: '5', to: '6', steps: '' }, /between 2 and 41/],
  ])('is rejected with a sentence: %o', (typed, problem) => {
    expect(readRange(typed, capRate)).toEqual({ problem: expect.stringMatching(problem) })
  })
})
