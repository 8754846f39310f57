import type { Comment } from '@deal-canvas/contract'
import { lazy, Suspense, useState } from 'react'
import { useOpenComments } from '../../../../features/comments/cache/comment-lists.ts'
import { useCommentPermissions } from '../../../../features/comments/use-comment-permissions.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import styles from './suggestion-pill.module.css'
import { isConflict, useDecision } from './use-decision.ts'

const ConflictDialog = lazy(async () => ({ default: (await import('../composer/conflict-dialog.tsx')).ConflictDialog }))

/** Shown after a suggestion in the memo: its author, and for editors the buttons to accept or reject it. */
export const SuggestionPill = ({ commentId }: { commentId: string }) => {
  const comment = useOpenComments().comments.find(({ comment_id }) => comment_id === commentId)
  return comment === undefined ? null : <Pill comment={comment} />
}

const Pill = ({ comment }: { comment: Comment }) => {
  const may = useCommentPermissions()
  const decision = useDecision(comment)
  const [isConfirming, setIsConfirming] = useState(false)
  const { author_id, author_name, author_avatar_url } = comment
  return (
    <span className={styles.pill} aria-busy={decision.isPending || undefined}>
      <Avatar id={author_id} name={author_name} picture={author_avatar_url} />
      <span>{commentMessages.suggests({ name: author_name.split(' ')[0] ?? author_name })}</span>
      {may.decide && (
        <>
          <button
            type="button"
            className={styles.yes}
            aria-label={commentMessages.acceptSuggestionBy({ author: author_name })}
            onClick={() => decision.isPending || decision.mutate('accept')}
          >
            <Icon name="check" size={14} />
          </button>
          <button
            type="button"
            className={styles.no}
            aria-label={commentMessages.rejectSuggestionBy({ author: author_name })}
            onClick={() => decision.isPending || setIsConfirming(true)}
          >
            <Icon name="close" size={14} />
          </button>
        </>
      )}
      {decision.isError && !isConflict(decision.error) && (
        <span className="text-red" role="alert">
          {sentenceFor(decision.error)}
        </span>
      )}
      {isConfirming && (
        <RejectDialog
          comment={comment}
          onReject={() => {
            setIsConfirming(false)
            decision.mutate('reject')
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
      {isConflict(decision.error) && (
        <Suspense fallback={null}>
          <ConflictDialog comment={comment} onReject={() => decision.mutate('reject')} onClose={decision.reset} />
        </Suspense>
      )}
    </span>
  )
}
