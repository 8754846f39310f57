import { type Comment, showComment } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { useServices } from '../../../session/services.ts'
import { commentKey, useOpenComments } from '../comments/cache/comment-lists.ts'
import { knownComment } from '../comments/cache/put-comment.ts'

/** The comment that was chosen, once it is known. A link may lead to one that no list holds: it is asked for by itself. */
export const useChosenComment = (chosen: string | undefined): Comment | undefined => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { comments, isPending } = useOpenComments()
  const id = chosen ?? ''
  const listed = comments.find(({ comment_id }) => comment_id === id) ?? knownComment(queries, dealId, id)
  const { data } = useQuery({
    // The rail asks under the same key: it is one call for both.
    queryKey: commentKey(dealId, id),
    queryFn: ({ signal }) => session.client.call(showComment, { params: { deal_id: dealId, comment_id: id }, signal }),
    enabled: chosen !== undefined && !isPending && listed === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return listed ?? data
}
