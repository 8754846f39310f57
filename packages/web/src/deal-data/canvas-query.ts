import type { Client } from '@deal-canvas/client'
import {
  type AnswerOf,
  type Canvas,
  dataQuality,
  dealMetrics,
  feedbackSummary,
  type Metric,
  openCanvas,
  sinceLastLook,
} from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { createContext, useContext } from 'react'

/** All cached data of a deal is under this key, so that it can be invalidated at once. */
export const dealKey = (dealId: string) => ['deal', dealId] as const

/** The live channel keeps it fresh, so it never goes stale with time. */
export const canvasQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'canvas'],
    queryFn: ({ signal }) => client.call(openCanvas, { params: { deal_id: dealId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The metrics of a deal and the currency of its amounts. */
export interface DealNumbers {
  readonly metrics: ReadonlyMap<string, Metric>
  readonly currency: string
}

/** A named function, so that the map is rebuilt only when the metrics change and not on every render. */
const byKey = ({ metrics, currency }: AnswerOf<typeof dealMetrics>): DealNumbers => ({
  metrics: new Map(metrics.map((metric) => [metric.metric_key, metric])),
  currency,
})

export const metricsQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'metrics'],
    queryFn: ({ signal }) => client.call(dealMetrics, { params: { deal_id: dealId }, signal }),
    select: byKey,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const qualityQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'quality'],
    queryFn: ({ signal }) => client.call(dataQuality, { params: { deal_id: dealId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const ratingsQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'ratings'],
    queryFn: ({ signal }) => client.call(feedbackSummary, { params: { deal_id: dealId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Fetched once per visit: changes during the visit are shown live. */
export const sinceQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'since'],
    queryFn: ({ signal }) => client.call(sinceLastLook, { params: { deal_id: dealId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The id of the deal in the address. */
export const useDealId = (): string => useParams({ from: '/signed-in/canvas/$dealId' }).dealId

export const CanvasContext = createContext<Canvas | undefined>(undefined)

export const useCanvas = (): Canvas => {
  const canvas = useContext(CanvasContext)
  if (canvas === undefined) throw new Error('This part of the page stands outside of a deal')
  return canvas
}

export const noMetrics: ReadonlyMap<string, Metric> = new Map()

export const MetricsContext = createContext(noMetrics)

/** Empty until the metrics are loaded; `useNumbers` has values before that. */
export const useMetrics = (): ReadonlyMap<string, Metric> => useContext(MetricsContext)
