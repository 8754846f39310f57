import { useEffect, useRef } from 'react'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { useObservable } from '../../../ui/observable.ts'
import { useAttention } from '../attention.ts'
import { useSectionMarks } from '../comments/section-marks.ts'
import { isBeingRead, isInSight, showSection } from './go-to-section.ts'
import { useChosenComment } from './use-chosen-comment.ts'

/**
 * Scrolls the memo to the chosen thread: to its section once the comment is loaded, and to its passage once that is
 * marked. Only once per choice: users who scroll on, or return to the memo, are not scrolled back.
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
    // Marks are rendered slightly after their comments are loaded.
    gone.current.isThere = mark !== null || !hasPassage
  }, [chosen, sectionKey, isMarked, hasPassage, section])
  return null
}
