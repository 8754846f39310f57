import { findAnchor } from '../../memo/index.ts'
import type { CommentRow } from '../threads/thread.ts'

type Anchored = Pick<CommentRow, 'anchorText' | 'anchorPrefix' | 'anchorSuffix' | 'anchorPosition' | 'anchorStatus'>

/**
 * The section with the suggestion applied. If the passage has changed: its current text, null if the passage no longer
 * exists.
 */
type Applied = { content: string } | { current: string | null }

/** Replaces the passage if its text is unchanged. */
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
