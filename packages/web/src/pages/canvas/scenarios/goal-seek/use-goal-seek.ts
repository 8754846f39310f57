import { type AnswerOf, type BodyOf, goalSeek } from '@deal-canvas/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { retryWhileBusy } from '../../../../session/is-busy.ts'
import { useServices } from '../../../../session/services.ts'

export type GoalSeekBody = BodyOf<typeof goalSeek>
export type GoalSeekResult = AnswerOf<typeof goalSeek>

/** Solves for the input. `numbers` changes with every metric of the deal. */
export const useGoalSeek = (body: GoalSeekBody | undefined, numbers: string) => {
  const { client } = useServices().session
  const dealId = useDealId()
  return useQuery({
    queryKey: ['goal-seek', dealId, body, numbers],
    enabled: body !== undefined,
    queryFn: ({ signal }) => {
      if (body === undefined) throw new Error('There is no target')
      return client.call(goalSeek, { params: { deal_id: dealId }, body, signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
    placeholderData: keepPreviousData,
    retry: retryWhileBusy,
  })
}
