import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineDiff } from './line-diff.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))

describe('line diff', () => {
  it('contains both texts completely in a line diff', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before, after)
        const without = (change: string) =>
          lines
            .filter((line) => line.change !== change)
            .map((line) => line.text)
            .join('\n')
        expect(without('added')).toBe(before)
        expect(without('removed')).toBe(after)
      }),
    )
  })

  it('finds no changes between identical texts', () => {
    fc.assert(
      fc.property(text, (same) => {
        expect(lineDiff(same, same).every(({ change }) => change === 'same')).toBe(true)
      }),
    )
  })

  it('keeps the unchanged lines around a change', () => {
    expect(lineDiff('one\ntwo\nthree', 'one\n2\nthree').map(({ change }) => change)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ])
  })
})
