import { array, assert, constantFrom, pre, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmoji } from './emoji.ts'

const some = ['👍', '❤️', '🎉', '👍🏽', '👩‍💻', '👨‍👩‍👧‍👦', '🇩🇪', '1️⃣', '#️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏳️‍🌈', '☺️', '🧑🏾‍🚀']
const emoji = constantFrom(...some)
const pieces = constantFrom('👍', '👩', '💻', '❤', '🏽', '🇩', '🇪', '1', 'a', '\u{200d}', '\u{fe0f}', '\u{20e3}')

describe('reaction emoji', () => {
  it.each(some)('accepts %s as a reaction', (emoji) => expect(isEmoji(emoji)).toBe(true))

  it.each([
    '',
    ' ',
    'a',
    '1',
    '#',
    '👍 ',
    ' 👍',
    'ok',
    ':+1:',
    '©',
    '❤',
    '\u{200d}',
    '\u{fe0f}',
    '🏽a',
    '🇩',
    '<b>',
    '__proto__',
  ])('rejects %j as a reaction', (other) => expect(isEmoji(other)).toBe(false))

  it('rejects two emoji as one reaction', () => {
    assert(property(emoji, emoji, (a, b) => !isEmoji(a + b)))
  })

  it('rejects an emoji with text around it', () => {
    assert(
      property(emoji, string({ minLength: 1 }), (character, text) => {
        expect(isEmoji(text + character)).toBe(false)
        expect(isEmoji(character + text)).toBe(false)
      }),
    )
  })

  it('accepts only a single grapheme without letters, for any input', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
    assert(
      property(array(pieces, { minLength: 1, maxLength: 4 }), (parts) => {
        const text = parts.join('')
        pre(isEmoji(text))
        expect([...graphemes.segment(text)]).toHaveLength(1)
        expect(text).toMatch(/\p{Emoji}/u)
        expect(text).not.toMatch(/\p{L}/u)
      }),
      { maxSkipsPerRun: 1_000 },
    )
  })
})
