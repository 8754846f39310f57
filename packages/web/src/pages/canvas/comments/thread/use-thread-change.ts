import type { Client } from '@deal-canvas/client'
import type { Comment } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { putComment } from '../../../../features/comments/cache/put-comment.ts'
import { useServices } from '../../../../session/services.ts'

interface Path {
  deal_id: string
  comment_id: string
}

interface Change {
  call: (client: Client, params: Path) => Promise<Comment>
  /** The expected result, shown until the service responds. */
  guess?: Comment
  /**
   * Runs after a success even if the thread is no longer mounted. The live channel may remove it before the response
   * arrives, and React Query skips callbacks given to `mutate` of an unmounted component.
   */
  onDone?: (changed: Comment) => void
}

/** A change of a thread; the result updates every list. */
export const useThreadChange = (comment: Comment) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  return useMutation({
    mutationFn: ({ call }: Change) => call(session.client, { deal_id: dealId, comment_id: comment.comment_id }),
    onMutate: ({ guess }) => {
      if (guess !== undefined) putComment(queries, dealId, guess)
    },
    onSuccess: (changed, { onDone }) => {
      putComment(queries, dealId, changed)
      onDone?.(changed)
    },
    onError: (_error, { guess }) => {
      if (guess !== undefined) putComment(queries, dealId, comment)
    },
  })
}
