import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { defineMessages } from './define-messages.ts'

const messages = defineMessages('test', {
  plain: 'Save changes',
  count: '{count, plural, =0 {No comments} one {# comment} other {# comments}}',
  named: '{name} left {place}',
  apostrophe: 'The deal’s name isn’t set',
  quoted: "It''s {name}",
  strong: 'Shared with <b>{name}</b> and {others, plural, one {# other} other {# others}}',
})

describe('a message', () => {
  it('without values is its text', () => {
    expect(messages.plain()).toBe('Save changes')
    expect(messages.apostrophe()).toBe('The deal’s name isn’t set')
  })

  it('takes the plural of its language and groups digits', () => {
    expect([0, 1, 2, 12_000].map((count) => messages.count({ count }))).toEqual([
      'No comments',
      '1 comment',
      '2 comments',
      '12,000 comments',
    ])
  })

  it('fills in its values as they are, without reading them as a message', () => {
    expect(messages.named({ name: '{place} <b>', place: "O'Hare" })).toBe("{place} <b> left O'Hare")
    expect(messages.quoted({ name: 'Ann' })).toBe("It's Ann")
  })

  it('with tags renders them as elements, and values in them as text', () => {
    const content = messages.strong.rich({
      name: '<i>Ann</i>',
      others: 1,
      b: (text) => createElement('strong', null, text),
    })
    expect(renderToStaticMarkup(content)).toBe('Shared with <strong>&lt;i&gt;Ann&lt;/i&gt;</strong> and 1 other')
  })

  it('asks for the values that its text names, and for no others', () => {
    // @ts-expect-error a plain message takes no values
    expect(messages.plain({ count: 1 })).toBe('Save changes')
    // @ts-expect-error the name is missing
    expect(() => messages.quoted({})).toThrow('name')
  })
})
