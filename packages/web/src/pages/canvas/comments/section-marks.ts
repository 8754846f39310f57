import type { Comment } from '@deal-canvas/contract'
import { useDeferredValue, useMemo, useState } from 'react'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { bySection, useOpenComments } from './cache/comment-lists.ts'
import { placeOf } from './place-of.ts'

/** A passage of a section that somebody commented on, or would put otherwise. */
export interface Mark {
  readonly commentId: string
  /** Where it stands in the section's Markdown. */
  readonly from: number
  readonly to: number
  readonly look: Comment['comment_type']
  /** What a suggestion would have in its place. */
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

/** The passages of a section that open threads are about, the first first. */
export const useSectionMarks = (sectionKey: string): readonly Mark[] => {
  const content = useCanvas().sections.find(({ section_key }) => section_key === sectionKey)?.content ?? ''
  const { comments } = useOpenComments()
  // Marks may come a moment later than comments; drawing them must not hold up a scroll or a keystroke.
  const own = bySection(useDeferredValue(comments)).get(sectionKey) ?? noComments
  // The list is new with every comment anywhere; the section is drawn anew only when one of its own has changed.
  const known = useSame(own)
  return useMemo(() => marksIn(content, known), [content, known])
}

/** The same list for as long as it holds the same things. */
const useSame = <Item>(items: readonly Item[]): readonly Item[] => {
  const [kept, keep] = useState(items)
  const isSame = kept.length === items.length && kept.every((item, index) => item === items[index])
  if (!isSame) keep(items)
  return isSame ? kept : items
}
