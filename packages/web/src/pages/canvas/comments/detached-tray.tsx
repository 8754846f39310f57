import { useMemo } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useCanvas } from '../canvas-query.ts'
import { useOpenComments } from './comment-lists.ts'
import { isDetached } from './detached.ts'
import { formatCount } from './format-comment.ts'

/** The way to comments whose passage is gone: they must not be lost with it. */
export const DetachedTray = ({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) => {
  const { sections } = useCanvas()
  const { comments } = useOpenComments()
  const count = useMemo(() => comments.filter((comment) => isDetached(comment, sections)).length, [comments, sections])
  if (count === 0 || isOpen) return null
  return (
    <button type="button" className="rail-tray" onClick={onOpen}>
      <Icon name="link" size={14} />
      <span className="flex-1">
        {formatCount(count, 'detached comment')}, {count === 1 ? 'its' : 'their'} text is gone
      </span>
      <Icon name="right" size={14} />
    </button>
  )
}
