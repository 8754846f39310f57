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

describe('placeOf', () => {
  it('finds a passage where the service found it', () => {
    expect(placeOf(content, anchored('2 % a year'))).toEqual({ from: 40, to: 50, isExact: true })
  })

  it('follows a passage while the text around it changes', () => {
    const now = `🏢 Put in before. ${content}`
    expect(placeOf(now, anchored('Costs grow'))).toMatchObject({ from: now.indexOf('Costs grow'), isExact: true })
  })

  it('finds the right passage if the same words occur twice', () => {
    const second = content.lastIndexOf('a year')
    const now = `More. ${content}`
    expect(placeOf(now, anchored('a year', content, second))).toMatchObject({ from: second + 6 })
  })

  it('extends a reworded passage up to the text that follows it', () => {
    const now = content.replace('Costs grow by 2 %', 'Costs rise by four %')
    const start = now.indexOf('Costs')
    const end = now.indexOf(' a year. The exit')
    const place = { start, prefix: now.slice(0, start), suffix: now.slice(end) }
    const moved = { anchor_text: 'Costs grow by 2 %', anchor_status: 'moved' as const, anchor_place: place }
    expect(placeOf(now, moved)).toEqual({ from: start, to: end, isExact: false })
  })

  it('finds no position for a passage that was deleted, never existed or has no anchor', () => {
    expect(placeOf('All of it is gone.', anchored('Costs grow'))).toBeUndefined()
    expect(placeOf(content, { anchor_text: 'Rents', anchor_status: 'orphaned', anchor_place: null })).toBeUndefined()
    expect(placeOf(content, { anchor_text: null, anchor_status: 'none', anchor_place: null })).toBeUndefined()
  })

  it('finds a passage word for word wherever text is inserted around it', () => {
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
