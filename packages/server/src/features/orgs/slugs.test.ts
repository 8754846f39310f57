import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberedSlug, slugFamily, slugOf } from './slugs.ts'

describe('slug of a name', () => {
  it.each([
    ['Northwind Capital', 'northwind-capital'],
    ['  Müller & Söhne GmbH  ', 'muller-sohne-gmbh'],
    ['Crédit Agricole S.A.', 'credit-agricole-s-a'],
    ['ＡＣＭＥ ①', 'acme-1'],
    ['İstanbul Yatırım', 'istanbul-yat-r-m'],
    ['--- 7th Street ---', '7th-street'],
    ['42', '42'],
  ])('turns the name %s into the slug %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it.each(['株式会社', 'Я', 'x', '!!', '🚀'])('uses the slug "org" if too little of the name remains: %s', (name) => {
    expect(slugOf(name)).toBe('org')
  })

  it('limits a slug to 50 characters without a trailing hyphen', () => {
    expect(slugOf('a'.repeat(100))).toBe('a'.repeat(50))
    expect(slugOf(`${'a'.repeat(49)} bc`)).toBe('a'.repeat(49))
  })

  it('produces a URL-safe slug from any name, with and without a number', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 120 }),
        fc.integer({ min: 1, max: 99_999_999 }),
        (name, n) => {
          const slug = slugOf(name)
          expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
          expect(slug.length).toBeGreaterThanOrEqual(2)
          expect(slug.length).toBeLessThanOrEqual(50)
          expect(numberedSlug(slug, n)).toMatch(/^[a-z0-9-]{2,60}$/)
        },
      ),
    )
  })

  it('leaves a slug unchanged when applied to it again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), (name) => {
        expect(slugOf(slugOf(name))).toBe(slugOf(name))
      }),
    )
  })
})

describe('slug family', () => {
  it('assigns the same family to all numbered variants of a slug', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.array(fc.nat(), { maxLength: 3 }), (name, numbers) => {
        const slug = slugOf(name)
        expect(slugFamily([slug, ...numbers].join('-'))).toBe(slugFamily(slug))
      }),
    )
  })

  it('assigns different families to different names', () => {
    expect(slugFamily('acme-2')).toBe('acme')
    expect(slugFamily('acme-2-two')).toBe('acme-2-two')
    expect(slugFamily('2024')).toBe('2024')
  })
})
