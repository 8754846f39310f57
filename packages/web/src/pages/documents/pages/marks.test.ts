import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxesOf, cutByMarks, findNumber, findQuote, type Mark } from './marks.ts'

const text = 'The property has 212 units.\nThe roofs were replaced in 2019.'
const lines = [
  { start: 0, end: 27, box: [0.1, 0.1, 0.9, 0.12] },
  { start: 28, end: 60, box: [0.1, 0.14, 0.9, 0.16] },
]
const mark = (start: number, end: number): Mark => ({ id: `${start}-${end}`, kind: 'cited', span: { start, end } })

describe('a mark on the paper', () => {
  it('covers its part of each line that it reaches into', () => {
    const [first, second, ...more] = boxesOf({ lines }, mark(17, 28 + 16))
    expect(first?.map((share) => Number(share.toFixed(3)))).toEqual([0.604, 0.1, 0.9, 0.12])
    expect(second).toEqual([0.1, 0.14, 0.5, 0.16])
    expect(more).toEqual([])
  })

  it('is where the service says if its text is not known', () => {
    expect(boxesOf({ lines }, { id: '1', kind: 'fact', box: [0, 0, 1, 1] })).toEqual([[0, 0, 1, 1]])
  })
})

describe('a marked text', () => {
  it('is cut without loss, and each piece is inside or outside of every mark', () => {
    const offset = fc.integer({ min: 0, max: text.length })
    const marks = fc.array(fc.tuple(offset, offset).map(([a, b]) => mark(Math.min(a, b), Math.max(a, b))))
    fc.assert(
      fc.property(marks, (given) => {
        const pieces = cutByMarks(text, { start: 0, end: text.length }, given)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        for (const piece of pieces)
          for (const { span, id } of given) {
            if (span === undefined || span.start === span.end) continue
            const isInside = piece.start >= span.start && piece.end <= span.end
            const isOutside = piece.end <= span.start || piece.start >= span.end
            expect(isInside || isOutside).toBe(true)
            expect(piece.marks.some((one) => one.id === id)).toBe(isInside)
          }
      }),
    )
  })
})

describe('a quote', () => {
  it('is found whatever the white space between its words', () => {
    expect(findQuote(text, 'units. The  roofs')).toEqual({ start: 21, end: 37 })
  })

  it('is not found where it does not stand', () => {
    expect(findQuote(text, '216 units')).toBeUndefined()
    expect(findQuote(text, ' ')).toBeUndefined()
  })
})

describe('a number', () => {
  const said = 'A price of $48,500,000, or $48.5 million, at 5.35%, for 216 units.'
  const found = (value: number) => {
    const span = findNumber(said, { start: 0, end: said.length }, value)
    return span && said.slice(span.start, span.end)
  }

  it('is found as its digits, in full, in millions or as a share', () => {
    expect([found(48_500_000), found(216), found(5.35), found(0.0535)]).toEqual(['48,500,000', '216', '5.35', '5.35'])
    expect(findNumber(said, { start: 25, end: said.length }, 48_500_000)).toEqual({ start: 28, end: 32 })
  })

  it('is not found where another one stands', () => {
    expect(found(212)).toBeUndefined()
  })
})
