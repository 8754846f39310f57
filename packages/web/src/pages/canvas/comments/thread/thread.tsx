import { type Comment, reopenComment, resolveComment } from '@deal-canvas/contract'
import { memo, useEffect, useRef } from 'react'
import { useSingleKey } from '../../../../app/use-single-key.ts'
import { useMetrics } from '../../../../deal-data/canvas-query.ts'
import { statusLabels, typeLabels } from '../../../../features/comments/comment-labels.ts'
import { DocumentPlaceLink } from '../../../../features/comments/document-place-link.tsx'
import { TypeChip } from '../../../../features/comments/thread/type-chip.tsx'
import { useCommentPermissions } from '../../../../features/comments/use-comment-permissions.ts'
import { WrongCell } from '../../../../features/workbook-grid/wrong-cell.tsx'
import { commentMessages } from '../../../../messages/comments.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { ReplyBox } from '../composer/reply-box.tsx'
import { CommentEntry } from './comment-entry.tsx'
import { formatAnchor } from './format-comment.ts'
import { OlderReplies } from './older-replies.tsx'
import { ReplyEntry } from './reply-entry.tsx'
import styles from './thread.module.css'
import { useThreadChange } from './use-thread-change.ts'

interface ThreadProps {
  comment: Comment
  isActive: boolean
  isNew: boolean
  isDetached: boolean
  /** Set if the list is not about a single section. */
  sectionTitle: string | undefined
  onChoose: (commentId: string) => void
  onResolved: (comment: Comment) => void
  /** Whether this thread must take the focus now; true only once. */
  takesFocus: (commentId: string) => boolean
}

/** A thread that is not active is collapsed if it has more replies than this. */
const shownUnasked = 1

export const Thread = memo(function Thread({
  comment,
  isActive,
  isNew,
  isDetached,
  sectionTitle,
  ...acts
}: ThreadProps) {
  const { onChoose, onResolved, takesFocus } = acts
  const may = useCommentPermissions()
  const metrics = useMetrics()
  const article = useRef<HTMLElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const change = useThreadChange(comment)
  const {
    comment_id: id,
    comment_type: type,
    status,
    replies,
    reply_count,
    anchor_text: quote,
    metric_key: metricKey,
  } = comment

  useEffect(() => {
    if (isActive && takesFocus(id)) article.current?.focus({ preventScroll: true })
  }, [isActive, id, takesFocus])

  const resolve = (): void => {
    if (change.isPending || status !== 'open' || !may.comment) return
    change.mutate({ call: (client, params) => client.call(resolveComment, { params }), onDone: onResolved })
  }
  const reopen = (): void => change.mutate({ call: (client, params) => client.call(reopenComment, { params }) })

  const about = formatAnchor(comment, metrics, sectionTitle)
  const isInSection = quote !== null || (metricKey !== null && comment.section_key !== null)
  const isInDocument = comment.cell !== null || comment.passage !== null
  const isFolded = !isActive && replies.length > shownUnasked
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a larger target for the button with the passage in it.
    <article
      ref={article}
      tabIndex={-1}
      className={`${styles.thread} ${isActive ? styles.active : ''}`}
      aria-label={commentMessages.threadLabel({ kind: typeLabels[type], author: comment.author_name })}
      aria-current={isActive || undefined}
      onClick={(event) => {
        if (!isActive && document.getSelection()?.isCollapsed !== false && !event.defaultPrevented) onChoose(id)
      }}
    >
      <header className={styles.top}>
        <TypeChip type={type} />
        <button type="button" className={styles.about} title={about} onClick={() => onChoose(id)}>
          {isInSection && sectionTitle !== undefined && <span className="text-fg-2">{sectionTitle}: </span>}
          {about}
        </button>
        {isNew && <span className={styles.new}>{commentMessages.isNew()}</span>}
        {isDetached && (
          <span className="chip amber" title={isInDocument ? whyLost(comment) : undefined}>
            {commentMessages.isDetached()}
          </span>
        )}
        {isInDocument && comment.anchor_status === 'moved' && (
          <span className="chip" title={commentMessages.movedWhy()}>
            {commentMessages.isMoved()}
          </span>
        )}
        {status !== 'open' && type !== 'suggestion' && <span className="chip">{statusLabels[status]}</span>}
        {isActive && may.comment && status === 'open' && (
          <Button look="ghost" busy={change.isPending} onClick={resolve}>
            <span className="flex items-center gap-1">
              <Icon name="check" size={14} />
              {commentMessages.resolve()}
            </span>
          </Button>
        )}
        {isActive && may.comment && status === 'resolved' && (
          <Button look="ghost" busy={change.isPending} onClick={reopen}>
            {commentMessages.reopen()}
          </Button>
        )}
      </header>
      {isInDocument && <DocumentPlaceLink comment={comment} />}
      {isActive && metricKey !== null && <WrongCell metricKey={metricKey} />}
      {change.isError && (
        <p className="error mb-2" role="alert">
          <Icon name="alert" size={14} />
          {sentenceFor(change.error)}
        </p>
      )}
      <CommentEntry comment={comment} isActive={isActive} />
      {isFolded ? (
        <button type="button" className={styles.replies} onClick={() => onChoose(id)}>
          {commentMessages.replyCount({ count: reply_count })}
        </button>
      ) : (
        <>
          {isActive && <OlderReplies comment={comment} />}
          {replies.map((reply) => (
            <ReplyEntry key={reply.reply_id} comment={comment} reply={reply} isActive={isActive} />
          ))}
        </>
      )}
      {isActive && may.comment && <ReplyBox comment={comment} boxRef={box} />}
      {isActive && <ThreadKeys onReply={() => box.current?.focus()} onResolve={resolve} />}
    </article>
  )
})

const whyLost = ({ cell, passage }: Comment): string =>
  (cell ?? passage)?.file_name == null ? commentMessages.deletedDocument() : commentMessages.lostWhy()

/** Single-key shortcuts act on the chosen thread, of which there is at most one. */
const ThreadKeys = ({ onReply, onResolve }: { onReply: () => void; onResolve: () => void }) => {
  useSingleKey('r', onReply)
  useSingleKey('x', onResolve)
  return null
}
