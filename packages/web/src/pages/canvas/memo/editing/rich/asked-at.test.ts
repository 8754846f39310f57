import { memoSchema } from '@deal-canvas/memo/document'
import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { askedAt } from './asked-at.ts'

const { nodes } = memoSchema

/** The caret stands at the end of a text; `#` is a number. */
const asked = (text: string, type = nodes.paragraph) => {
  const content = text
    .split(/(#)/)
    .filter((part) => part !== '')
    .map((part) => (part === '#' ? nodes.metric.create({ key: 'noi' }) : memoSchema.text(part)))
  const doc = nodes.doc.create(null, type.create(null, content))
  const state = EditorState.create({ doc, selection: TextSelection.atEnd(doc) })
  const found = askedAt(state)
  return found && [found.kind, found.words, doc.textBetween(found.from, found.to)]
}

describe('what the text before the caret asks for', () => {
  it('is a metric after two brackets, also behind a number', () => {
    expect(asked('Of # and [[net op')).toEqual(['metric', 'net op', '[[net op'])
  })

  it('is anything after a slash at the start of a word', () => {
    expect(asked('/')).toEqual(['insert', '', '/'])
    expect(asked('Text /key fig')).toEqual(['insert', 'key fig', '/key fig'])
    expect(asked('#/table')).toEqual(['insert', 'table', '/table'])
  })

  it('is nothing after a slash that belongs to the text', () => {
    for (const text of ['and/or', '3 / 4', 'see https://a.example', `/${'long '.repeat(8)}`])
      expect(asked(text), text).toBeUndefined()
  })

  it('is nothing in code', () => {
    expect(asked('[[noi', nodes.code_block)).toBeUndefined()
  })
})
