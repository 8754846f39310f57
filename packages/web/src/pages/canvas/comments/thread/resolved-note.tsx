import { type Comment, reopenComment } from '@deal-canvas/contract'
import { commentMessages } from '../../../../messages/comments.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { useAttention } from '../../attention.ts'
import styles from './resolved-note.module.css'
import { useThreadChange } from './use-thread-change.ts'

/** Offers to undo resolving a comment. */
export const ResolvedNote = ({ comment, onGone }: { comment: Comment; onGone: () => void }) => {
  const { thread } = useAttention()
  const change = useThreadChange(comment)
  const undo = () =>
    change.mutate({
      call: (client, params) => client.call(reopenComment, { params }),
      onDone: () => {
        thread.set(comment.comment_id)
        onGone()
      },
    })
  return (
    <div className={styles.undo} role="status">
      <Icon name="check" size={14} />
      <span className="min-w-0 flex-1 truncate">
        {change.isError
          ? sentenceFor(change.error)
          : commentMessages.resolved({ kind: comment.comment_type, author: comment.author_name })}
      </span>
      <Button look="ghost" busy={change.isPending} onClick={undo}>
        {commentMessages.undo()}
      </Button>
      <button type="button" className="btn ghost icon" aria-label={commentMessages.closeResolved()} onClick={onGone}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
