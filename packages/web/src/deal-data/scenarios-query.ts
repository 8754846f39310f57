import type { Client } from '@deal-canvas/client'
import { type AnswerOf, compareScenarios, type Scenario, scenarios } from '@deal-canvas/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dealKey } from './canvas-query.ts'

/** The scenarios of a deal and their comparison. */
export const scenariosKey = (dealId: string) => [...dealKey(dealId), 'scenarios'] as const

export type Scenarios = AnswerOf<typeof scenarios>
export type Comparison = AnswerOf<typeof compareScenarios>

export const scenariosQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...scenariosKey(dealId), 'list'],
    queryFn: ({ signal }) => client.call(scenarios, { params: { deal_id: dealId }, signal }),
  })

/** Every metric in each of these scenarios. The previous comparison is shown while a new one is computed. */
export const comparisonQuery = (
  client: Client,
  dealId: string,
  compared: readonly Pick<Scenario, 'id' | 'version'>[],
) =>
  queryOptions({
    // With the versions: invalidating does not restart the first request, which may have computed the former inputs.
    queryKey: [...scenariosKey(dealId), 'comparison', compared.map(({ id, version }) => `${id} ${version}`)],
    queryFn: ({ signal }) =>
      client.call(compareScenarios, {
        params: { deal_id: dealId },
        query: { ids: compared.map(({ id }) => id).join(',') },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
