import { type DealRequest, editDealRequest, type RequestState } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useServices } from '../../session/services.ts'
import { myRequestsKey, requestsKey } from './requests-query.ts'

/** Marks requests as done, or opens them again. */
export const useSetStatus = () => {
  const { session, queries } = useServices()
  return useMutation({
    mutationFn: ({ request, status }: { request: DealRequest; status: RequestState }) =>
      session.client.call(editDealRequest, {
        params: { deal_id: request.deal_id, request_id: request.id },
        body: { status },
        ifMatch: request.version,
      }),
    onSettled: async (_, __, { request }) => {
      await Promise.all(
        [requestsKey(request.deal_id), myRequestsKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
  })
}
