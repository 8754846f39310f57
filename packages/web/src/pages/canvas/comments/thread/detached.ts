import type { CanvasSection, Comment } from '@deal-canvas/contract'
import { placeOf } from '../place-of.ts'

/** Whether an open comment is detached: its passage no longer exists in its section, or its place in its document. */
export const isDetached = (comment: Comment, sections: readonly CanvasSection[]): boolean => {
  if (comment.status !== 'open') return false
  if (comment.cell !== null || comment.passage !== null) return comment.anchor_status === 'orphaned'
  if (comment.anchor_text === null) return false
  const section = sections.find(({ section_key }) => section_key === comment.section_key)
  // If only the start of a section is loaded, the passage may be in the rest.
  if (section?.content_truncated) return false
  return section === undefined || placeOf(section.content, comment) === undefined
}
