import { describe, expect, it } from 'vitest'
import { typedSizes } from '../scripts/sizes.mjs'

const sizesIn = (source: string): string[] => typedSizes('page.tsx', source).map(({ text }) => text)

describe('check for hard-coded sizes', () => {
  it('finds hard-coded lengths in input attributes, their properties and schemas', () => {
    expect(sizesIn('const A = () => <input maxLength={2000} minLength={10} />')).toEqual([
      'maxLength={2000}',
      'minLength={10}',
    ])
    expect(sizesIn('const field = { id, maxLength: 20_000 }')).toEqual(['maxLength: 20_000'])
    expect(sizesIn('const name = text({ min: 2, max: 200 })')).toEqual(['min: 2', 'max: 200'])
    expect(sizesIn('const token = secret({ max: 4096 })\nconst ids = list(uuid(), { max: 500 })')).toEqual([
      'max: 4096',
      'max: 500',
    ])
  })

  it('ignores named sizes, non-empty checks and limits that are not text lengths', () => {
    expect(
      sizesIn(`
        const A = () => <input maxLength={maxCommentLength} max={10} />
        const name = text({ min: 1, max: maxDealNameLength })
        const pool = createPool({ max: 20 })
      `),
    ).toEqual([])
  })
})
