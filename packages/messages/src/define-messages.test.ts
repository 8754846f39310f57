import { parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { defineMessages } from './define-messages.ts'
import { english, type Locale, locales, type Source } from './locale.ts'

const texts = {
  plain: 'Save changes',
  count: '{count, plural, =0 {No comments} one {# comment} other {# comments}}',
  named: '{name} left {place}',
  apostrophe: 'The deal’s name isn’t set',
  quoted: "It''s {name}",
  strong: 'Shared with <b>{name}</b>',
} as const

const messages = defineMessages('test', texts)

describe('message', () => {
  it('returns the text of a message without values', () => {
    expect(messages.plain()).toBe('Save changes')
    expect(messages.apostrophe()).toBe('The deal’s name isn’t set')
  })

  it('formats a message with the plural form and digit grouping of its language', () => {
    expect([0, 1, 2, 12_000].map((count) => messages.count({ count }))).toEqual([
      'No comments',
      '1 comment',
      '2 comments',
      '12,000 comments',
    ])
  })

  it('inserts values literally, without parsing them as a message', () => {
    expect(messages.named({ name: '{place} <b>', place: "O'Hare" })).toBe("{place} <b> left O'Hare")
    expect(messages.quoted({ name: 'Ann' })).toBe("It's Ann")
  })

  it('splits a message into parts if a value is not text', () => {
    const strong = messages.strong.parts<{ bold: unknown }>({ name: 'Ann', b: (content) => ({ bold: content }) })
    expect(strong).toEqual(['Shared with ', { bold: ['Ann'] }])
  })

  it('requires exactly the values that the text names, by type', () => {
    // @ts-expect-error a plain message takes no values
    expect(messages.plain({ count: 1 })).toBe('Save changes')
    // @ts-expect-error the name is missing
    expect(() => messages.quoted({})).toThrow('name')
  })
})

describe('locale', () => {
  it('replaces the text of a message by area and key and falls back to English', () => {
    const german = {
      tag: 'de-DE',
      translate: (area: string, key: string, english: Source) =>
        area === 'test' && key === 'count' ? '{count, plural, one {# Kommentar} other {# Kommentare}}' : english,
    }
    const translated = defineMessages('test', texts, german)
    expect(translated.count({ count: 12_000 })).toBe('12.000 Kommentare')
    expect(translated.plain()).toBe('Save changes')
  })

  it('puts every message in brackets in the en-XA locale', () => {
    expect(defineMessages('test', texts, locales['en-XA']).count({ count: 1 })).toBe('⟦1 comment⟧')
  })

  it('formats messages that were parsed in the build as it formats their texts', () => {
    const pseudo = locales['en-XA'] ?? english
    for (const locale of [english, pseudo]) {
      const parsed = {
        ...locale,
        translate: (...[area, key, text]: Parameters<Locale['translate']>) =>
          locale.translate(area, key, parse(String(text))),
      }
      const [read, compiled] = [defineMessages('test', texts, locale), defineMessages('test', texts, parsed)]
      expect(compiled.count({ count: 2 })).toBe(read.count({ count: 2 }))
      expect(compiled.quoted({ name: 'Ann' })).toBe(read.quoted({ name: 'Ann' }))
      expect(compiled.plain()).toBe(read.plain())
    }
  })
})
