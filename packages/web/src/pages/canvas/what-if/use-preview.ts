import { ApiError, type Client } from '@deal-canvas/client'
import { type BodyOf, type Metric, type PreviewProgress, ripplePreview } from '@deal-canvas/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { scenarioSimulationKey } from '../../../deal-data/uncertainty-query.ts'
import { retryWhileBusy } from '../../../session/is-busy.ts'
import { useServices } from '../../../session/services.ts'
import { createObservable, useObservable } from '../../../ui/observable.ts'
import { readPreview } from './read-preview.ts'
import { type SimulationThresholds, simulationOf } from './simulation-of.ts'

type Body = BodyOf<typeof ripplePreview>
type Stage = PreviewProgress['stage']

interface PreviewOptions {
  numbers: string
  onStage?: (stage: Stage) => void
  /** The start of the query's key. */
  key?: readonly string[]
}

const previewQuery = (
  client: Client,
  dealId: string,
  body: Body,
  { numbers, onStage = () => undefined, key = ['what-if', dealId] }: PreviewOptions,
) =>
  queryOptions({
    queryKey: [...key, body, numbers],
    queryFn: ({ signal }) =>
      readPreview(client.stream(ripplePreview, { params: { deal_id: dealId }, body, signal }), { onStage }),
    staleTime: Number.POSITIVE_INFINITY,
    // A preview can be applied only once and expires soon.
    gcTime: 0,
    // A user can run two previews at a time, and an aborted one counts for a moment longer.
    retry: retryWhileBusy,
    retryDelay: (count, error) =>
      error instanceof ApiError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 300 * 2 ** count,
    // Keep showing the previous values while new ones are computed.
    placeholderData: keepPreviousData,
  })

interface Asked {
  metric: Metric
  /** Undefined: nothing to compute yet. */
  value: number | undefined
  /** Changes with every metric of the deal, which invalidates earlier results. */
  numbers: string
}

/** The effects of a value on the deal, and the progress of the computation. */
export const usePreview = ({ metric, value, numbers }: Asked) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const [stage] = useState(() => createObservable<Stage | undefined>(undefined))
  const body = { metric_key: metric.metric_key, new_value: value ?? 0 }
  const query = useQuery({
    ...previewQuery(client, dealId, body, { numbers, onStage: stage.set }),
    enabled: value !== undefined && value !== metric.value,
  })
  return { query, stage: useObservable(stage) }
}

interface Simulated extends Asked {
  /** Other uncertain inputs; undefined: those in the settings of the presented scenario. */
  varying: readonly string[] | undefined
  /** Limits whose probability is requested. */
  thresholds: SimulationThresholds
  enabled: boolean
}

/** The range of outcomes when the value and further inputs are uncertain. */
export const useSimulation = ({ metric, value, numbers, varying, thresholds, enabled }: Simulated) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const body = {
    metric_key: metric.metric_key,
    new_value: value ?? 0,
    probabilistic: true,
    simulation: simulationOf(varying, thresholds),
  }
  return useQuery({
    // Settings that someone changes invalidate their simulations.
    ...previewQuery(client, dealId, body, {
      numbers,
      ...(varying === undefined ? { key: scenarioSimulationKey(dealId) } : {}),
    }),
    // Returning to an earlier value must not run the simulation again.
    gcTime: 300_000,
    enabled: enabled && value !== undefined,
  })
}
