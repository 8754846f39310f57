import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sectionKeyFor } from './section-key-for.ts'

describe('key of a new section', () => {
  it('derives a readable section key from the title', () => {
    expect(sectionKeyFor('Risks & Mitigants', () => false)).toBe('risks_mitigants')
    expect(sectionKeyFor('Über uns', () => false)).toBe('u_ber_uns')
    expect(sectionKeyFor('概要', () => false)).toBe('section')
  })

  it('generates a section key that the service accepts and that is not in use', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.integer({ min: 0, max: 50 }), (title, count) => {
        const taken = new Set<string>()
        for (let made = 0; made < count; made += 1) taken.add(sectionKeyFor(title, (key) => taken.has(key)))
        expect(taken.size).toBe(count)
        for (const key of taken) expect(key).toMatch(/^[a-z0-9_]{1,64}$/)
      }),
    )
  })
})
