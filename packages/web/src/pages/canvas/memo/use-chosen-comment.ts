import { type Comment, showComment } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { commentKey, useOpenComments } from '../../../features/comments/cache/comment-lists.ts'
import { knownComment } from '../../../features/comments/cache/put-comment.ts'
import { useServices } from '../../../session/services.ts'

/** The chosen comment, once loaded. A link can lead to one that no list contains: it is fetched separately. */
export const useChosenComment = (chosen: string | undefined): Comment | undefined => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { comments, isPending } = useOpenComments()
  const id = chosen ?? ''
  const listed = comments.find(({ comment_id }) => comment_id === id) ?? knownComment(queries, dealId, id)
  const { data } = useQuery({
    // Same key as in the rail, so that both share one request.
    queryKey: commentKey(dealId, id),
    queryFn: ({ signal }) => session.client.call(showComment, { params: { deal_id: dealId, comment_id: id }, signal }),
    enabled: chosen !== undefined && !isPending && listed === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return listed ?? data
}
