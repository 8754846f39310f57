import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeOf } from './place-of.ts'

const content = 'Rents grow by 3 % a year. Costs grow by 2 % a year. The exit is in 2031.'

const anchored = (quote: string, text = content, start = text.indexOf(quote)) => ({
  anchor_text: quote,
  anchor_status: 'anchored' as const,
  anchor_place: {
    start,
    prefix: text.slice(Math.max(0, start - 64), start),
    suffix: text.slice(start + quote.length, start + quote.length + 64),
  },
})

describe('the place of a passage', () => {
  it('is where the service found it', () => {
    expect(placeOf(content, anchored('2 % a year'))).toEqual({ from: 40, to: 50, isExact: true })
  })

  it('is followed while the text around it changes', () => {
    const now = `🏢 Put in before. ${content}`
    expect(placeOf(now, anchored('Costs grow'))).toMatchObject({ from: now.indexOf('Costs grow'), isExact: true })
  })

  it('is that of the passage meant, where the same words stand twice', () => {
    const second = content.lastIndexOf('a year')
    const now = `More. ${content}`
    expect(placeOf(now, anchored('a year', content, second))).toMatchObject({ from: second + 6 })
  })

  it('reaches up to what stands after it, where it was reworded', () => {
    const now = content.replace('Costs grow by 2 %', 'Costs rise by four %')
    const start = now.indexOf('Costs')
    const end = now.indexOf(' a year. The exit')
    const place = { start, prefix: now.slice(0, start), suffix: now.slice(end) }
    const moved = { anchor_text: 'Costs grow by 2 %', anchor_status: 'moved' as const, anchor_place: place }
    expect(placeOf(now, moved)).toEqual({ from: start, to: end, isExact: false })
  })

  it('is nowhere where it is gone, where it never was, and where nothing is known of it', () => {
    expect(placeOf('All of it is gone.', anchored('Costs grow'))).toBeUndefined()
    expect(placeOf(content, { anchor_text: 'Rents', anchor_status: 'orphaned', anchor_place: null })).toBeUndefined()
    expect(placeOf(content, { anchor_text: null, anchor_status: 'none', anchor_place: null })).toBeUndefined()
  })

  it('holds the passage word for word wherever text is put in before or after it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), fc.string(), (before, quote, after, added) => {
        const text = before + quote + after
        const now = added + text
        const place = placeOf(now, anchored(quote, text, before.length))
        expect(place?.isExact).toBe(true)
        expect(now.slice(place?.from, place?.to)).toBe(quote)
      }),
    )
  })
})
