import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesQuery } from './matches-query.ts'

describe('matching of typed text', () => {
  it.each([
    ['', 'Riverside Apartments', true],
    ['riv', 'Riverside Apartments', true],
    ['apart riv', 'Riverside Apartments', true],
    ['side', 'Riverside Apartments', false],
    ['tomas', 'Tomás Lindqvist', true],
    ['Tomás', 'Tomas Lindqvist', true],
    ['site-content', 'Site content', true],
    ['riv x', 'Riverside Apartments', false],
  ])('matches “%s” against “%s”: %s', (typed, name, fits) => {
    expect(matchesQuery(typed, name)).toBe(fits)
  })

  it('matches every name with itself and with any prefix of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', 'B', ' ', '-', '7') }), fc.nat(20), (name, length) => {
        expect(matchesQuery(name.slice(0, length), name)).toBe(true)
      }),
    )
  })
})
