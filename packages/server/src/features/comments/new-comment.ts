import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { commentMessages as messages } from '../../messages/comments.ts'
import { readContent } from './content.ts'
import type { CommentRow } from './threads/thread.ts'

/** The input of a new comment. */
export interface NewComment {
  content: string
  commentType: CommentRow['commentType']
  sectionKey: string | null
  metricKey: string | null
  /** A cell or a passage of a document. */
  cell?: { document_id: string; sheet: string; cell: string } | null | undefined
  passage?: { document_id: string; passage_id: string; quote?: string | null | undefined } | null | undefined
  anchorText: string | null
  anchorPrefix: string | null
  anchorSuffix: string | null
  mentioned: readonly string[]
  suggestion: CommentRow['suggestion']
  /** Uploaded pictures to attach. */
  attachmentIds?: readonly string[]
}

/** Validates fields that depend on each other. A blank quote counts as none. */
export const readNewComment = (given: NewComment): NewComment => {
  const content = readContent(given.content)
  const anchorText = given.anchorText?.trim() === '' ? null : given.anchorText
  const { commentType, sectionKey, suggestion } = given
  const suggests = commentType === 'suggestion'
  const objections: Objection[] = []
  const object = (field: string, input: unknown, reason: string) =>
    void objections.push({ at: ['body', field], reason, input })

  const anchors = [
    ['section_key', sectionKey],
    ['metric_key', given.metricKey],
    ['cell', given.cell ?? null],
    ['passage', given.passage ?? null],
  ] as const
  const [, ...others] = anchors.filter(([, anchor]) => anchor !== null)
  for (const [field, anchor] of others) object(field, anchor, messages.oneAnchorOnly())
  if (suggests && sectionKey === null) object('section_key', sectionKey, messages.suggestionWithoutSection())
  if (suggests && anchorText === null) object('anchor_text', given.anchorText, messages.suggestionWithoutPassage())
  if (anchorText !== null && sectionKey === null) {
    object('anchor_text', anchorText, messages.passageWithoutSection())
  }
  if (suggests && suggestion === null) object('suggestion_metadata', null, messages.suggestionWithoutText())
  if (!suggests && suggestion !== null) object('suggestion_metadata', suggestion, messages.textWithoutSuggestion())
  if (objections.length > 0) throw new InvalidInput(...objections)

  const context = anchorText === null ? { anchorPrefix: null, anchorSuffix: null } : {}
  return { ...given, content, anchorText, ...context }
}
