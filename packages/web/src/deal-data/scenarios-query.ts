import type { Client } from '@deal-canvas/client'
import { type AnswerOf, compareScenarios, scenarios } from '@deal-canvas/contract'
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
export const comparisonQuery = (client: Client, dealId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...scenariosKey(dealId), 'comparison', ids],
    queryFn: ({ signal }) =>
      client.call(compareScenarios, { params: { deal_id: dealId }, query: { ids: ids.join(',') }, signal }),
    placeholderData: keepPreviousData,
  })
