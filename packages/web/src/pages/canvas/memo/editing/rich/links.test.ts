import { memoSchema, readDocument, writeDocument } from '@deal-canvas/memo/document'
import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { linkAt, removeLink, setLink } from './links.ts'

const stateOf = (content: string, from: number, to = from): EditorState => {
  const doc = readDocument(content)
  return EditorState.create({ doc, schema: memoSchema, selection: TextSelection.create(doc, from, to) })
}
const written = (state: EditorState): string => writeDocument(state.doc).trim()
const href = 'https://example.com/report'

describe('links in the editor', () => {
  it('links the selected words', () => {
    const state = stateOf('See the report.', 9, 15)
    const next = state.apply(setLink(state, linkAt(state), href, ''))
    expect(written(next)).toBe(`See the [report](${href}).`)
    expect([next.selection.from, next.selection.to]).toEqual([15, 15])
  })

  it('finds the whole link around the caret, and changes or removes it', () => {
    const state = stateOf(`See the [report](${href}).`, 11)
    const place = linkAt(state)
    expect(place).toEqual({ from: 9, to: 15, href })
    const other = setLink(state, place, 'mailto:a@example.com', '')
    expect(written(state.apply(other))).toBe('See the [report](mailto:a@example.com).')
    expect(written(state.apply(removeLink(state, place)))).toBe('See the report.')
  })

  it('finds a link when the caret stands directly behind it', () => {
    expect(linkAt(stateOf(`[report](${href}) follows`, 7))).toMatchObject({ from: 1, to: 7, href })
  })

  it('inserts the given text where nothing is selected', () => {
    const state = stateOf('See .', 5)
    expect(written(state.apply(setLink(state, linkAt(state), href, 'the report')))).toBe(`See [the report](${href}).`)
  })
})
