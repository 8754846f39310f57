import { memoSchema, readDocument } from '@deal-canvas/memo/document'
import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPlainText } from './paste.ts'

const { nodes, marks } = memoSchema

describe('pasted plain text', () => {
  it('becomes a paragraph for each line, with its numbers', () => {
    const { content } = readPlainText('One [[noi]]\r\n\r\n*Two*', [])
    expect(content.childCount).toBe(2)
    expect(content.child(0).child(1).type).toBe(nodes.metric)
    expect(content.child(1).textContent).toBe('*Two*')
  })

  it('joins the text it is pasted into, with its marks', () => {
    const doc = readDocument('Before after')
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, 8) })
    const pasted = state.tr.replaceSelection(readPlainText('in between ', [marks.strong.create()])).doc
    expect(pasted.childCount).toBe(1)
    expect(pasted.textContent).toBe('Before in between after')
  })
})
