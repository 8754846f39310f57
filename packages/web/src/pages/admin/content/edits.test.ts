import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Edits, isContested, keptOver, liveEdits, readEdits, withEdit } from './edits.ts'

const entry = (value: string, draft: string | null = null) => ({
  value,
  default_value: 'default',
  is_modified: value !== 'default',
  updated_at: null,
  updated_by: null,
  has_draft: draft !== null,
  draft_value: draft,
  draft_updated_at: null,
})

describe('edits of a page', () => {
  it('starts an edit with the first changed letter and ends it when the old text is restored', () => {
    const begun = withEdit({}, 'title', 'Old', 'Older')
    expect(begun).toEqual({ title: { text: 'Older', base: 'Old' } })
    expect(withEdit(begun, 'title', 'Old', 'Old')).toEqual({})
  })

  it('remembers the text from before an edit, however long the user types', () => {
    const begun = withEdit({}, 'title', 'Old', 'New')
    expect(withEdit(begun, 'title', 'Theirs', 'Newer')).toEqual({ title: { text: 'Newer', base: 'Old' } })
  })

  it('marks an edit as contested when another user saved a different text, until the user keeps their own', () => {
    const edits = withEdit({}, 'title', 'Old', 'Mine')
    expect(isContested(edits['title'], entry('Old'))).toBe(false)
    expect(isContested(edits['title'], entry('Old', 'Theirs'))).toBe(true)
    expect(isContested(edits['title'], entry('Mine'))).toBe(false)
    expect(isContested(keptOver(edits, 'title', 'Theirs')['title'], entry('Old', 'Theirs'))).toBe(false)
  })

  it('drops edits that another user also made, or whose text no longer exists', () => {
    const edits: Edits = { title: { text: 'Mine', base: 'Old' }, gone: { text: 'x', base: '' } }
    const content = { page_id: 'landing', version: 2, content: { title: entry('Old', 'Mine') } }
    expect(liveEdits(edits, content)).toEqual({})
    expect(liveEdits(edits, { ...content, content: { title: entry('Old') } })).toEqual({ title: edits['title'] })
  })

  it('restores edits unchanged after a reload', () => {
    const edits = fc.dictionary(fc.string(), fc.record({ text: fc.string(), base: fc.string() }))
    fc.assert(
      fc.property(edits, (kept) => {
        expect(Object.entries(readEdits(JSON.stringify(kept)))).toEqual(Object.entries(kept))
      }),
    )
  })

  it.each(['', 'null', '[1]', '{"title":4}', '{"title":{"text":1}}', 'not json'])('reads no edits from %s', (kept) => {
    expect(readEdits(kept)).toEqual({})
  })
})
