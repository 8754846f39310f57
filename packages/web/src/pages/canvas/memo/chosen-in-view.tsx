import { useEffect, useRef } from 'react'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { useObservable } from '../../../ui/observable.ts'
import { useAttention } from '../attention.ts'
import { useSectionMarks } from '../comments/section-marks.ts'
import { isBeingRead, isInSight, showSection } from './go-to-section.ts'
import { useChosenComment } from './use-chosen-comment.ts'

/**
 * Brings the memo to what the chosen thread is about: to its section once the comment is known, and to its passage once
 * that is marked. Once for each choice: whoever reads on, or comes back to the memo, is not taken there again.
 */
export const ChosenInView = () => {
  const { thread, section } = useAttention()
  const { sections } = useCanvas()
  const chosen = useObservable(thread)
  const comment = useChosenComment(chosen)
  const sectionKey = sections.find(({ section_key }) => section_key === comment?.section_key)?.section_key
  const isMarked = useSectionMarks(sectionKey ?? '').some(({ commentId }) => commentId === chosen)
  const hasPassage = comment?.status === 'open' && comment.anchor_text !== null
  const gone = useRef({ to: thread.get(), isThere: true })

  useEffect(() => {
    if (gone.current.to !== chosen) gone.current = { to: chosen, isThere: false }
    if (chosen === undefined || sectionKey === undefined || gone.current.isThere) return
    const mark = isMarked ? document.querySelector(`[data-thread="${CSS.escape(chosen)}"]`) : null
    const isHere = mark === null ? isBeingRead(sectionKey) : isInSight(mark) || isBeingRead(sectionKey)
    if (!isHere) showSection(sectionKey)
    mark?.scrollIntoView({ block: 'nearest' })
    section.set(sectionKey)
    // Marks are drawn a moment after their comments are there.
    gone.current.isThere = mark !== null || !hasPassage
  }, [chosen, sectionKey, isMarked, hasPassage, section])
  return null
}
