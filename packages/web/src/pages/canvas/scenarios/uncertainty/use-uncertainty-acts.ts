import { type BodyOf, resetUncertainty, saveUncertainty } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { uncertaintyKey, uncertaintyQuery } from '../../../../deal-data/uncertainty-query.ts'
import { useServices } from '../../../../session/services.ts'

interface Saved {
  body: BodyOf<typeof saveUncertainty>
  /** The version that the user has seen: a stale one is refused. */
  version: number
}

/** Saves and resets the settings of a scenario. After a refusal, such as a stale version, they are loaded again. */
export const useUncertaintyActs = (scenarioId: string, onDone: () => void) => {
  const { session, queries } = useServices()
  const { client } = session
  const dealId = useDealId()
  const params = { deal_id: dealId, scenario_id: scenarioId }
  // Other scenarios may use these settings. The live channel reloads them too; this also works while it is down.
  const reload = (): void => void queries.invalidateQueries({ queryKey: uncertaintyKey(dealId) })
  const save = useMutation({
    mutationFn: ({ body, version }: Saved) => client.call(saveUncertainty, { params, body, ifMatch: version }),
    onSuccess: (settings) => {
      queries.setQueryData(uncertaintyQuery(client, dealId, scenarioId).queryKey, settings)
      reload()
      onDone()
    },
    onError: reload,
  })
  const reset = useMutation({
    mutationFn: (version: number) => client.call(resetUncertainty, { params, ifMatch: version }),
    onSuccess: () => {
      reload()
      onDone()
    },
    onError: reload,
  })
  return { save, reset }
}
