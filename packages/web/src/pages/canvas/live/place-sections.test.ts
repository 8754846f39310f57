import { describe, expect, it } from 'vitest'
import { inOrder, placedAfter } from './place-sections.ts'

const memo = ['a', 'b', 'c'].map((section_key) => ({ section_key }))
const keys = (sections: readonly { section_key: string }[]): string =>
  sections.map(({ section_key }) => section_key).join('')

describe('sections of the cached memo', () => {
  it('puts a section behind another one, first, or last', () => {
    expect(keys(placedAfter(memo, 'c', 'a'))).toBe('acb')
    expect(keys(placedAfter(memo, 'c', null))).toBe('cab')
    expect(keys(placedAfter(memo, 'a', undefined))).toBe('bca')
  })

  it('puts a section last if the one before it is not in the memo', () => {
    expect(keys(placedAfter(memo, 'a', 'gone'))).toBe('bca')
  })

  it('puts the sections into an order, and those that it does not name behind', () => {
    expect(keys(inOrder(memo, ['c', 'a', 'b']))).toBe('cab')
    expect(keys(inOrder(memo, ['c', 'b']))).toBe('cba')
  })
})
