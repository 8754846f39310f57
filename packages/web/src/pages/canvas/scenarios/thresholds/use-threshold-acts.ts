import { type BodyOf, createThreshold, deleteThreshold, editThreshold, type Threshold } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { dealKey, useDealId } from '../../../../deal-data/canvas-query.ts'
import { scenariosKey } from '../../../../deal-data/scenarios-query.ts'
import { thresholdsKey } from '../../../../deal-data/thresholds-query.ts'
import { useServices } from '../../../../session/services.ts'
import { useCreation } from '../../../../session/use-creation.ts'

export type NewThreshold = BodyOf<typeof createThreshold>

/** Reloads the limits, the comparison that is checked against them, and the findings about them. */
const useReload = () => {
  const { queries } = useServices()
  const dealId = useDealId()
  return (): void => {
    for (const queryKey of [thresholdsKey(dealId), scenariosKey(dealId), [...dealKey(dealId), 'quality']])
      void queries.invalidateQueries({ queryKey })
  }
}

export const useCreateThreshold = (onDone: () => void) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const reload = useReload()
  return useCreation(
    (body: NewThreshold, idempotencyKey) =>
      client.call(createThreshold, { params: { deal_id: dealId }, body, idempotencyKey }),
    () => {
      reload()
      onDone()
    },
  )
}

interface Edited {
  /** As the user saw it: a stale version is refused. */
  threshold: Threshold
  body: BodyOf<typeof editThreshold>
}

/** Changes a limit. After a refusal, such as a stale version, it is loaded again. */
export const useEditThreshold = (onDone: () => void) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const reload = useReload()
  return useMutation({
    mutationFn: ({ threshold: { id, version }, body }: Edited) =>
      client.call(editThreshold, { params: { deal_id: dealId, threshold_id: id }, body, ifMatch: version }),
    onSuccess: () => {
      reload()
      onDone()
    },
    onError: reload,
  })
}

export const useDeleteThreshold = ({ id, version }: Threshold, onDone: () => void) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const reload = useReload()
  return useMutation({
    mutationFn: () => client.call(deleteThreshold, { params: { deal_id: dealId, threshold_id: id }, ifMatch: version }),
    onSuccess: () => {
      reload()
      onDone()
    },
    onError: reload,
  })
}
