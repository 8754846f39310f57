import { findAnchor } from '../../memo/anchors/find-anchor.ts'
import type { CommentRow } from '../threads/thread.ts'

type Anchored = Pick<CommentRow, 'anchorText' | 'anchorPrefix' | 'anchorSuffix' | 'anchorPosition' | 'anchorStatus'>

/** The section with the suggestion in it; or, where its passage has changed, what stands there now, null if it is gone. */
type Applied = { content: string } | { current: string | null }

/** Puts the replacement where the passage stands, if it stands there word for word. */
export const applySuggestion = (content: string, anchor: Anchored, replacement: string): Applied => {
  const { anchorText: quote, anchorPosition: position, anchorStatus: status } = anchor
  if (quote === null || position === null || status === 'none' || status === 'orphaned') return { current: null }
  if (status === 'anchored' && content.startsWith(quote, position)) {
    return { content: content.slice(0, position) + replacement + content.slice(position + quote.length) }
  }
  const { anchorPrefix: prefix, anchorSuffix: suffix } = anchor
  const found = findAnchor({ quote, prefix, suffix, position, status }, content, content)
  return { current: found.status === 'orphaned' ? null : content.slice(found.start, found.end) }
}
