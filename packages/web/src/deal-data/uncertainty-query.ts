import type { Client } from '@deal-canvas/client'
import { showUncertainty } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'
import { dealKey } from './canvas-query.ts'

export const uncertaintyKey = (dealId: string) => [...dealKey(dealId), 'uncertainty'] as const

/** Simulations of the what-if that use the uncertainty settings of a scenario. */
export const scenarioSimulationKey = (dealId: string) => [...dealKey(dealId), 'simulation'] as const

/** What is uncertain in a scenario; an earlier version of its settings never changes. */
export const uncertaintyQuery = (client: Client, dealId: string, scenarioId: string, version?: number) =>
  queryOptions({
    queryKey: [...uncertaintyKey(dealId), scenarioId, ...(version === undefined ? [] : [version])],
    queryFn: ({ signal }) =>
      client.call(showUncertainty, {
        params: { deal_id: dealId, scenario_id: scenarioId },
        query: version === undefined ? {} : { version },
        signal,
      }),
  })
