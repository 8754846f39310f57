import { useMemo } from 'react'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { useOpenComments } from '../../../../features/comments/cache/comment-lists.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { isDetached } from './detached.ts'
import styles from './detached-tray.module.css'

/** Lists detached comments, so that they are not lost with their passage. */
export const DetachedTray = ({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) => {
  const { sections } = useCanvas()
  const { comments } = useOpenComments()
  const count = useMemo(() => comments.filter((comment) => isDetached(comment, sections)).length, [comments, sections])
  if (count === 0 || isOpen) return null
  return (
    <button type="button" className={styles.tray} onClick={onOpen}>
      <Icon name="link" size={14} />
      <span className="flex-1">{commentMessages.detachedCount({ count })}</span>
      <Icon name="right" size={14} />
    </button>
  )
}
