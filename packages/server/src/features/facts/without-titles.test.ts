import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutTitles } from './without-titles.ts'

describe('quote of a sentence', () => {
  it('leaves out the titles above the sentence', () => {
    const sentence =
      'Calder Brokerage offers Riverside Apartments, a garden community of 212 units on the\nriver walk, at a price of $48,500,000.'
    expect(withoutTitles(`Riverside Apartments - Offering Memorandum\nThe offering\n${sentence}`)).toBe(sentence)
  })

  it('keeps lines that merely wrap', () => {
    const wrapped = 'The\nproperty has 186,400 rentable square feet in nine three-storey buildings.'
    expect(withoutTitles(wrapped)).toBe(wrapped)
    const name = 'The loan is offered by the Bank of the\nMidwest at 5.35%, interest only for two years.'
    expect(withoutTitles(name)).toBe(name)
  })

  it('always returns the end of the quote, and never nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (lines) => {
        const quote = lines.join('\n')
        const found = withoutTitles(quote)
        return quote.endsWith(found) && (found !== '' || lines.at(-1) === '')
      }),
    )
  })
})
