import { type Comment, commentHistory } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { commentKey } from '../../../../features/comments/cache/comment-lists.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { commonMessages } from '../../../../messages/common.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { useServices } from '../../../../session/services.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import styles from './history-dialog.module.css'
import messageTextStyles from './message-text.module.css'

/** The earlier versions of an edited comment. */
export const HistoryDialog = ({ comment, onClose }: { comment: Comment; onClose: () => void }) => {
  const { client } = useServices().session
  const params = { deal_id: comment.deal_id, comment_id: comment.comment_id }
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...commentKey(params.deal_id, params.comment_id), 'history', comment.version],
    queryFn: ({ pageParam, signal }) =>
      client.call(commentHistory, { params, query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const versions = data?.pages.flatMap(({ revisions }) => revisions) ?? []
  return (
    <Dialog title={commentMessages.historyTitle({ author: comment.author_name })} onClose={onClose}>
      {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
      {isPending && <p className="text-fg-3">{commentMessages.historyLoading()}</p>}
      <ol className={styles.history}>
        {versions.map(({ version, content, at }) => (
          <li key={version}>
            <p className="text-fg-3 text-small">
              {commentMessages.historyVersion.rich({ version, time: <RelativeTime at={at} /> })}
            </p>
            <p className={messageTextStyles.text}>{content}</p>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex justify-end gap-2">
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {commentMessages.historyOlder()}
          </Button>
        )}
        <Button onClick={onClose}>{commonMessages.close()}</Button>
      </div>
    </Dialog>
  )
}
