import type { Comment } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { commentMessages } from '../../messages/comments.ts'
import { Icon } from '../../ui/icon.tsx'
import { documentPlaceOf } from './document-anchor.ts'
import styles from './document-place-link.module.css'

/** A link to the cell or passage that a comment is about; of a deleted document only its former place. */
export const DocumentPlaceLink = ({ comment }: { comment: Comment }) => {
  const at = documentPlaceOf(comment)
  if (at === undefined) return null
  const place = (
    <>
      <Icon name="file" size={14} />
      <span className="truncate">{at.place}</span>
    </>
  )
  if (at.fileName === null) return <span className={styles.place}>{place}</span>
  return (
    <Link
      to="/canvas/$dealId/documents/$documentId"
      params={{ dealId: comment.deal_id, documentId: at.documentId }}
      search={at.search}
      className={`${styles.place} ${styles.link}`}
      title={commentMessages.openDocument({ file: at.fileName })}
    >
      {place}
    </Link>
  )
}
