import type { Comment } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { commentMessages } from '../../messages/comments.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Note } from '../../ui/note.tsx'
import styles from './anchored-comments.module.css'
import { AnchoredComposer } from './anchored-composer.tsx'
import { type DocumentAnchor, documentOf, isAbout } from './document-anchor.ts'
import { Message } from './thread/message.tsx'
import { TypeChip } from './thread/type-chip.tsx'
import { useCommentPermissions } from './use-comment-permissions.ts'
import { useDocumentComments } from './use-document-comments.ts'

/** A comment with a link to its thread. */
export const CommentEntry = ({ comment }: { comment: Comment }) => (
  <div className={styles.entry}>
    <Message
      author={{
        id: comment.author_id,
        name: comment.author_name,
        verified: comment.author_email_verified,
        picture: comment.author_avatar_url,
      }}
      at={comment.created_at}
    >
      <p className={styles.text}>{comment.content}</p>
      <p className={styles.foot}>
        {comment.comment_type !== 'comment' && <TypeChip type={comment.comment_type} />}
        {comment.anchor_status === 'moved' && <span className="chip">{commentMessages.isMoved()}</span>}
        <Link
          to="/canvas/$dealId"
          params={{ dealId: comment.deal_id }}
          search={{ comment: comment.comment_id }}
          className={styles.open}
        >
          {comment.reply_count === 0
            ? commentMessages.openThread()
            : commentMessages.replyCount({ count: comment.reply_count })}
        </Link>
      </p>
    </Message>
  </div>
)

/** The open comments on a cell or passage of a document, and a form to add one. */
export const AnchoredComments = ({ dealId, anchor }: { dealId: string; anchor: DocumentAnchor }) => {
  const may = useCommentPermissions()
  const { comments, isPending, isError, error } = useDocumentComments(dealId, documentOf(anchor))
  const here = comments.filter((comment) => isAbout(comment, anchor))
  return (
    <section className={styles.comments} aria-label={commentMessages.commentsHere()}>
      {isError && <Note tone="red">{sentenceFor(error)}</Note>}
      {here.length > 0 && (
        <ul>
          {here.map((comment) => (
            <li key={comment.comment_id}>
              <CommentEntry comment={comment} />
            </li>
          ))}
        </ul>
      )}
      {!isPending && !isError && here.length === 0 && (
        <p className="text-fg-3 text-small">{commentMessages.noneOnPlace()}</p>
      )}
      {may.comment ? (
        // A form of its own for each place: a draft is about the place it was written for.
        <AnchoredComposer key={JSON.stringify(anchor)} dealId={dealId} anchor={anchor} />
      ) : (
        <p className="text-fg-3 text-small">{may.why}</p>
      )}
    </section>
  )
}
