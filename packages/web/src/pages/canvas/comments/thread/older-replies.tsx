import { type Comment, type ReplyEntry as Reply, replies } from '@deal-canvas/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commentKey } from '../../../../features/comments/cache/comment-lists.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { useServices } from '../../../../session/services.ts'
import { Button } from '../../../../ui/button.tsx'
import { Note } from '../../../../ui/note.tsx'
import { ReplyEntry } from './reply-entry.tsx'

const pageSize = 100

/** The replies before those that came with the comment, oldest first. */
const olderFirst = (pages: readonly { replies: Reply[] }[], comment: Comment): Reply[] => {
  const shown = new Set(comment.replies.map(({ reply_id }) => reply_id))
  return pages
    .flatMap((page) => page.replies)
    .filter(({ reply_id }) => !shown.has(reply_id))
    .toReversed()
}

/** The earlier replies of a long thread, loaded on demand. */
export const OlderReplies = ({ comment }: { comment: Comment }) => {
  const { client } = useServices().session
  const [isAsked, setAsked] = useState(false)
  const { comment_id: id, deal_id: dealId, older_replies_cursor: cursor } = comment
  const query = useInfiniteQuery({
    // Each new reply pushes an older one out of those included with the comment, so the cursor is part of the key.
    queryKey: [...commentKey(dealId, id), 'replies', cursor],
    queryFn: ({ pageParam, signal }) =>
      client.call(replies, {
        params: { deal_id: dealId, comment_id: id },
        query: { limit: pageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: cursor ?? '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: isAsked && cursor !== null,
  })
  if (cursor === null) return null
  const older = olderFirst(query.data?.pages ?? [], comment)
  const hidden = comment.reply_count - comment.replies.length - older.length
  const load = () => (isAsked ? void query.fetchNextPage() : setAsked(true))
  return (
    <>
      {query.isError && <Note tone="red">{sentenceFor(query.error)}</Note>}
      {hidden > 0 && (
        <Button look="ghost" busy={query.isFetching} onClick={load}>
          {commentMessages.showEarlierReplies({ count: hidden })}
        </Button>
      )}
      {older.map((reply) => (
        <ReplyEntry key={reply.reply_id} comment={comment} reply={reply} isActive={true} />
      ))}
    </>
  )
}
