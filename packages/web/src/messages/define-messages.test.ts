import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { defineMessages } from './define-messages.ts'

const messages = defineMessages('test', {
  plain: 'Save changes',
  strong: 'Shared with <b>{name}</b> and {others, plural, one {# other} other {# others}}',
})

describe('page messages', () => {
  it('returns a message as text', () => {
    expect(messages.plain()).toBe('Save changes')
  })

  it('renders tags as elements and the values inside them as text', () => {
    const content = messages.strong.rich({
      name: '<i>Ann</i>',
      others: 1,
      b: (text) => createElement('strong', null, text),
    })
    expect(renderToStaticMarkup(content)).toBe('Shared with <strong>&lt;i&gt;Ann&lt;/i&gt;</strong> and 1 other')
  })
})
