import { ApiError } from '@deal-canvas/client'
import { acceptSuggestion, type Comment, rejectSuggestion } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { putComment } from '../../../../features/comments/cache/put-comment.ts'
import { useSameKey } from '../../../../features/comments/composer/same-key.ts'
import { useServices } from '../../../../session/services.ts'
import { applySection } from '../../live/apply-deal-event.ts'

export const isConflict = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'suggestion_conflict'

/** Accepts or rejects a suggestion. The first decision wins. */
export const useDecision = (comment: Comment) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const keyFor = useSameKey()
  return useMutation({
    mutationFn: (verdict: 'accept' | 'reject') =>
      session.client.call(verdict === 'accept' ? acceptSuggestion : rejectSuggestion, {
        params: { deal_id: dealId, comment_id: comment.comment_id },
        idempotencyKey: keyFor(verdict),
      }),
    onSuccess: ({ comment: decided, section }) => {
      putComment(queries, dealId, decided)
      if (section !== null) applySection(queries, dealId, section)
    },
  })
}
