import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insertAt, type Placed, positionsFor } from './memo-order.ts'

const memo = fc
  .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })
  .map((positions) =>
    positions.sort((a, b) => a - b).map((position, index): Placed => ({ sectionKey: `s${index}`, position })),
  )

const keysAfter = (sections: readonly Placed[], changed: readonly Placed[]): string[] => {
  const positions = new Map([...sections, ...changed].map(({ sectionKey, position }) => [sectionKey, position]))
  expect(new Set(positions.values()).size).toBe(positions.size)
  return [...positions].sort(([, a], [, b]) => a - b).map(([key]) => key)
}

describe('order of the memo', () => {
  it('gives every order of sections positions that sort to it', () => {
    const cases = memo.chain((sections) =>
      fc.tuple(fc.constant(sections), fc.shuffledSubarray(sections, { minLength: sections.length })),
    )
    fc.assert(
      fc.property(cases, ([sections, order]) => {
        expect(keysAfter(sections, positionsFor(order))).toEqual(order.map(({ sectionKey }) => sectionKey))
      }),
    )
  })

  it('moves only the sections between the old and the new place of one that moves', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((sectionKey, index) => ({ sectionKey, position: index * 3 }))
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('four sections')
    expect(positionsFor([a, c, b, d]).map(({ sectionKey }) => sectionKey)).toEqual(['c', 'b'])
    expect(positionsFor([a, b, c, d])).toEqual([])
  })

  it('separates sections that share a position', () => {
    const tied = ['a', 'b', 'c'].map((sectionKey) => ({ sectionKey, position: 2 }))
    expect(keysAfter(tied, positionsFor(tied))).toEqual(['a', 'b', 'c'])
  })

  it('inserts a section at any place and keeps the order of the others', () => {
    fc.assert(
      fc.property(memo, fc.nat(20), (sections, wanted) => {
        const index = Math.min(wanted, sections.length)
        const { position, after, moved } = insertAt(sections, index)
        const keys = sections.map(({ sectionKey }) => sectionKey)
        expect(keysAfter([...sections, { sectionKey: 'new', position }], moved)).toEqual([
          ...keys.slice(0, index),
          'new',
          ...keys.slice(index),
        ])
        expect(after).toBe(index === keys.length ? undefined : (keys[index - 1] ?? null))
      }),
    )
  })

  it('keeps the wanted position where it is free, so that sections drafted later find their place beside it', () => {
    fc.assert(
      fc.property(memo, fc.integer({ min: 0, max: 50 }), (sections, wanted) => {
        const index = sections.filter(({ position }) => position <= wanted).length
        const { position, moved } = insertAt(sections, index, wanted)
        const isFree = sections.every((section) => section.position !== wanted)
        expect(position).toBe(isFree ? wanted : wanted + 1)
        if (isFree) expect(moved).toEqual([])
      }),
    )
  })
})
