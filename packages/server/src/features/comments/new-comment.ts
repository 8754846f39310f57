import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { readContent } from './content.ts'
import type { CommentRow } from './threads/thread.ts'

/** A comment as somebody wants to write it. */
export interface NewComment {
  content: string
  commentType: CommentRow['commentType']
  sectionKey: string | null
  metricKey: string | null
  anchorText: string | null
  anchorPrefix: string | null
  anchorSuffix: string | null
  mentioned: readonly string[]
  suggestion: CommentRow['suggestion']
  /** Pictures that it takes as its own. */
  attachmentIds?: readonly string[]
}

/** What must come together. A quote of nothing is no quote. */
export const readNewComment = (given: NewComment): NewComment => {
  const content = readContent(given.content)
  const anchorText = given.anchorText?.trim() === '' ? null : given.anchorText
  const { commentType, sectionKey, suggestion } = given
  const suggests = commentType === 'suggestion'
  const objections: Objection[] = []
  const object = (field: string, input: unknown, reason: string) =>
    void objections.push({ at: ['body', field], reason, input })

  if (suggests && sectionKey === null) object('section_key', sectionKey, 'A suggestion is about a section')
  if (suggests && anchorText === null) object('anchor_text', given.anchorText, 'A suggestion is about a passage')
  if (anchorText !== null && sectionKey === null) {
    object('anchor_text', anchorText, 'A passage belongs to a section; section_key is missing')
  }
  if (suggests && suggestion === null) object('suggestion_metadata', null, 'A suggestion says what it proposes')
  if (!suggests && suggestion !== null) object('suggestion_metadata', suggestion, 'Only a suggestion proposes a text')
  if (objections.length > 0) throw new InvalidInput(...objections)

  const context = anchorText === null ? { anchorPrefix: null, anchorSuffix: null } : {}
  return { ...given, content, anchorText, ...context }
}
