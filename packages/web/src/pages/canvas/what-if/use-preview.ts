import { ApiError, type Client } from '@deal-canvas/client'
import { type BodyOf, type Metric, type PreviewProgress, ripplePreview } from '@deal-canvas/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { useServices } from '../../../session/services.ts'
import { createObservable, useObservable } from '../../../ui/observable.ts'
import { readPreview } from './read-preview.ts'

type Body = BodyOf<typeof ripplePreview>
type Stage = PreviewProgress['stage']

/** The same trials for every value: only the value makes one picture differ from the next. */
const seed = 1
/** One uncertain input is interpolated between a few runs; several need the whole model for every trial. */
const trialsOfOne = 10_000
/** As many as percentiles need to be within a hundredth of the spread. */
const trialsOfSeveral = 5_000

/** A person may have two previews under way; one that was just given up counts for a moment longer. */
const comesBack = (count: number, error: Error): boolean =>
  error instanceof ApiError && ['rate_limited', 'workers_busy', 'network'].includes(error.code) && count < 4

const previewQuery = (
  client: Client,
  dealId: string,
  body: Body,
  { numbers, onStage = () => undefined }: { numbers: string; onStage?: (stage: Stage) => void },
) =>
  queryOptions({
    queryKey: ['what-if', dealId, body, numbers],
    queryFn: ({ signal }) =>
      readPreview(client.stream(ripplePreview, { params: { deal_id: dealId }, body, signal }), { onStage }),
    staleTime: Number.POSITIVE_INFINITY,
    // What it brings can be applied once and not for long.
    gcTime: 0,
    retry: comesBack,
    retryDelay: (count, error) =>
      error instanceof ApiError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 300 * 2 ** count,
    // Old values stay while new ones are computed.
    placeholderData: keepPreviousData,
  })

interface Asked {
  metric: Metric
  /** Undefined: nothing is asked yet. */
  value: number | undefined
  /** Changes with every number of the deal: what was computed from other numbers no longer holds. */
  numbers: string
}

/** What a value does to the deal, and how far the service is with it. */
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
  /** Further inputs that vary. */
  varying: readonly string[]
  /** Limits to ask about. */
  thresholds: NonNullable<NonNullable<Body['simulation']>['thresholds']>
  enabled: boolean
}

/** The range of outcomes when the value and further inputs are uncertain. */
export const useSimulation = ({ metric, value, numbers, varying, thresholds, enabled }: Simulated) => {
  const { client } = useServices().session
  const dealId = useDealId()
  // No spread: each varies by the range that is usual for its kind.
  const uncertain = varying.map((key) => ({ metric_key: key }))
  const body = {
    metric_key: metric.metric_key,
    new_value: value ?? 0,
    probabilistic: true,
    simulation: { samples: varying.length === 0 ? trialsOfOne : trialsOfSeveral, seed, uncertain, thresholds },
  }
  return useQuery({
    ...previewQuery(client, dealId, body, { numbers }),
    // Going back to a value must not cost a second simulation.
    gcTime: 300_000,
    enabled: enabled && value !== undefined,
  })
}
