import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedTitle } from './counted-title.ts'

describe('countedTitle', () => {
  it('shows the unread count in the title, and none when everything is read', () => {
    expect(countedTitle('Deals · Deal Canvas', 4)).toBe('(4) Deals · Deal Canvas')
    expect(countedTitle('Deals · Deal Canvas', 250)).toBe('(99+) Deals · Deal Canvas')
    expect(countedTitle('(4) Deals · Deal Canvas', 0)).toBe('Deals · Deal Canvas')
  })

  it('gives the same title regardless of the count shown before', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (a, b) => {
        const title = 'Riverside (2) · Deal Canvas'
        expect(countedTitle(countedTitle(title, a), b)).toBe(countedTitle(title, b))
      }),
    )
  })
})
