import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutPassages } from '../cut-passages.ts'
import { locatePassages } from './locate-passages.ts'

const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abcXYZ019.!?ä€😀') })
const space = fc.constantFrom(' ', '  ', '\t', '\n', '\n\n', ' \n')
const pageText = fc
  .array(fc.tuple(word, space), { minLength: 1, maxLength: 400 })
  .map((parts) => parts.map(([text, gap]) => text + gap).join(''))
const letters = (text: string): string => text.replaceAll(/\s/g, '')

describe('the place of passages on a page', () => {
  it('is the text that each passage was cut from, for every page', () => {
    fc.assert(
      fc.property(pageText, (text) => {
        const passages = cutPassages({ kind: 'text', title: null, pages: [{ page: 1, text }] })
        const located = locatePassages(
          text,
          passages.map(({ content }, position) => ({ position, content })),
        )
        expect(located).toHaveLength(passages.length)
        for (const { position, start, end } of located)
          expect(letters(text.slice(start, end))).toBe(letters(passages[position]?.content ?? ''))
      }),
    )
  })

  it('is unknown for a passage that does not stand there, and the next one is still found', () => {
    const passages = [
      { position: 4, content: 'Rents are flat.' },
      { position: 5, content: 'The roof leaks.' },
    ]
    expect(locatePassages('The roof  leaks.', passages)).toEqual([{ position: 5, start: 0, end: 16 }])
  })
})
