import type { Comment, Document } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { CommentEntry } from '../../../features/comments/anchored-comments.tsx'
import { AnchoredComposer } from '../../../features/comments/anchored-composer.tsx'
import { useCommentPermissions } from '../../../features/comments/use-comment-permissions.ts'
import { viewerMessages as messages } from '../../../messages/document-viewer.ts'
import styles from './comments-panel.module.css'

/** A passage, or a part of it, to comment on. */
export interface PassageAnchor {
  readonly passage_id: string
  readonly quote: string
}

interface CommentsPanelProps {
  document: Document
  page: number
  /** The open comments on this page. */
  comments: readonly Comment[]
  anchor: PassageAnchor | undefined
}

/** The comments on a page of a document, and a form for the selected words. */
export const CommentsPanel = ({ document, page, comments, anchor }: CommentsPanelProps) => {
  const dealId = useDealId()
  const may = useCommentPermissions()
  return (
    <div className={styles.comments}>
      {comments.length === 0 && <p className="text-small text-fg-3">{messages.noComments()}</p>}
      <ul aria-label={messages.commentsOnPage({ page })}>
        {comments.map((comment) => (
          <li key={comment.comment_id}>
            {comment.passage && (
              <Link
                className={styles.quote}
                to="/canvas/$dealId/documents/$documentId"
                params={{ dealId, documentId: document.id }}
                search={{ page, passage: comment.passage.passage_id, quote: comment.passage.quote }}
              >
                {comment.passage.quote}
              </Link>
            )}
            <CommentEntry comment={comment} />
          </li>
        ))}
      </ul>
      {!may.comment && <p className="text-small text-fg-3">{may.why}</p>}
      {may.comment && anchor === undefined && <p className="text-small text-fg-3">{messages.selectToComment()}</p>}
      {may.comment && anchor !== undefined && (
        <>
          <blockquote className={styles.quote}>{anchor.quote}</blockquote>
          {/* A form of its own for each place: a draft is about the place it was written for. */}
          <AnchoredComposer
            key={`${anchor.passage_id} ${anchor.quote}`}
            dealId={dealId}
            anchor={{ passage: { document_id: document.id, ...anchor } }}
          />
        </>
      )}
    </div>
  )
}
