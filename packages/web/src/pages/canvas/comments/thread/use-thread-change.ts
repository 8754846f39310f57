import type { Client } from '@deal-canvas/client'
import type { Comment } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { useServices } from '../../../../session/services.ts'
import { putComment } from '../cache/put-comment.ts'

interface Path {
  deal_id: string
  comment_id: string
}

interface Change {
  call: (client: Client, params: Path) => Promise<Comment>
  /** How it will be, shown until the service has answered. */
  guess?: Comment
}

/** Something that is done to a thread; every list learns how it is then. */
export const useThreadChange = (comment: Comment) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  return useMutation({
    mutationFn: ({ call }: Change) => call(session.client, { deal_id: dealId, comment_id: comment.comment_id }),
    onMutate: ({ guess }) => {
      if (guess !== undefined) putComment(queries, dealId, guess)
    },
    onSuccess: (changed) => putComment(queries, dealId, changed),
    onError: (_error, { guess }) => {
      if (guess !== undefined) putComment(queries, dealId, comment)
    },
  })
}
