import type { Comment, Section } from '@deal-canvas/contract'
import { placeOf } from './place-of.ts'

/** Whether an open comment is about a passage that is gone from its section. */
export const isDetached = (comment: Comment, sections: readonly Section[]): boolean => {
  if (comment.status !== 'open' || comment.anchor_text === null) return false
  const section = sections.find(({ section_key }) => section_key === comment.section_key)
  return section === undefined || placeOf(section.content, comment) === undefined
}
