import { type BodyOf, createComment } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { putComment } from '../../../../features/comments/cache/put-comment.ts'
import { useSameKey } from '../../../../features/comments/composer/same-key.ts'
import { useServices } from '../../../../session/services.ts'
import { useAttention } from '../../attention.ts'

/** Posts a new comment, which then becomes the chosen thread. `onCreated` runs even if the form is already gone. */
export const useCreateComment = (onCreated: () => void) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { thread } = useAttention()
  const keyFor = useSameKey()
  return useMutation({
    mutationFn: (body: BodyOf<typeof createComment>) =>
      session.client.call(createComment, { params: { deal_id: dealId }, body, idempotencyKey: keyFor(body) }),
    onSuccess: (comment) => {
      putComment(queries, dealId, comment)
      thread.set(comment.comment_id)
      onCreated()
    },
  })
}
