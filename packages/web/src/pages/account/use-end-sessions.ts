import { ApiError } from '@deal-canvas/client'
import { endSession, type Session } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useServices } from '../../session/services.ts'
import { sessionsKey } from '../../session/sessions-query.ts'

/** Ends the given sessions one by one; one that has already ended counts as done. */
export const useEndSessions = () => {
  const { session, queries } = useServices()
  return useMutation({
    mutationFn: async (chosen: readonly Session[]) => {
      for (const { id } of chosen) {
        await session.client.call(endSession, { params: { session_id: id } }).catch((error: unknown) => {
          if (!(error instanceof ApiError && error.code === 'session_not_found')) throw error
        })
      }
    },
    // Also after a partial failure: the list must show which sessions remain.
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  })
}
