import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../invalid-input.ts'
import { snippetOf } from '../../platform/snippet.ts'
import { readContent } from './content.ts'

const spaces = array(constantFrom(' ', '\t', '\n', '\r', '\u{a0}', '\u{2003}', '\u{3000}', '\u{feff}'), {
  maxLength: 8,
}).map((all) => all.join(''))
const words = array(string({ unit: 'grapheme', minLength: 1 }), { maxLength: 60 })

describe('comment content', () => {
  it('keeps comment content unchanged and rejects white space alone', () => {
    assert(property(spaces, spaces, (a, b) => readContent(`${a}x${b}`) === `${a}x${b}`))
    assert(
      property(spaces, (blank) => {
        expect(() => readContent(blank)).toThrow(InvalidInput)
      }),
    )
  })
})

describe('comment snippet', () => {
  it.each([
    ['short', 'short'],
    ['  two\n\n lines\tand more ', 'two lines and more'],
    ['é'.repeat(200), 'é'.repeat(140)],
    ['👍'.repeat(200), '👍'.repeat(140)],
    [`${'a'.repeat(139)} bc`, 'a'.repeat(139)],
  ])('cuts a snippet from the content, case %#', (content, snippet) => expect(snippetOf(content)).toBe(snippet))

  it('returns the beginning of the content on one line, with at most 140 whole characters', () => {
    assert(
      property(words, spaces, (said, between) => {
        const content = said.join(between)
        const snippet = snippetOf(content)
        expect([...snippet].length).toBeLessThanOrEqual(140)
        expect(snippet).not.toMatch(/[^\S ]| {2}|^ | $/u)
        const onOneLine = content.replaceAll(/\s+/gu, ' ').trim()
        expect(onOneLine.startsWith(snippet)).toBe(true)
        if ([...onOneLine].length <= 140) expect(snippet).toBe(onOneLine)
        expect(snippetOf(snippet)).toBe(snippet)
      }),
    )
  })
})
