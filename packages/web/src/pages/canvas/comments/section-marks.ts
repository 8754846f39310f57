import type { Comment } from '@deal-canvas/contract'
import { useDeferredValue, useMemo, useState } from 'react'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { bySection, useOpenComments } from '../../../features/comments/cache/comment-lists.ts'
import { placeOf } from './place-of.ts'

/** A passage of a section with a comment or a suggestion. */
export interface Mark {
  readonly commentId: string
  /** Position in the section's Markdown. */
  readonly from: number
  readonly to: number
  readonly look: Comment['comment_type']
  /** The replacement that a suggestion proposes. */
  readonly replacement?: string | undefined
}

const none: readonly Mark[] = []
const noComments: readonly Comment[] = []

const marksIn = (content: string, comments: readonly Comment[]): readonly Mark[] => {
  const marks = comments.flatMap((comment): Mark[] => {
    const place = placeOf(content, comment)
    if (place === undefined) return []
    const { comment_id: commentId, comment_type: look, suggestion_metadata } = comment
    const replacement = suggestion_metadata?.replacement
    return [{ commentId, from: place.from, to: place.to, look, ...(replacement === undefined ? {} : { replacement }) }]
  })
  return marks.length === 0 ? none : marks.sort((a, b) => a.from - b.from || b.to - a.to)
}

/** The passages of a section that open threads are about, in order of position. */
export const useSectionMarks = (sectionKey: string): readonly Mark[] => {
  const content = useCanvas().sections.find(({ section_key }) => section_key === sectionKey)?.content ?? ''
  const { comments } = useOpenComments()
  // Marks can appear slightly later than comments; rendering them must not block scrolling or typing.
  const own = bySection(useDeferredValue(comments)).get(sectionKey) ?? noComments
  // The list changes with every comment anywhere; the section re-renders only when one of its own comments changed.
  const known = useSame(own)
  return useMemo(() => marksIn(content, known), [content, known])
}

/** Keeps the same array while its items are the same. */
const useSame = <Item>(items: readonly Item[]): readonly Item[] => {
  const [kept, keep] = useState(items)
  const isSame = kept.length === items.length && kept.every((item, index) => item === items[index])
  if (!isSame) keep(items)
  return isSame ? kept : items
}
