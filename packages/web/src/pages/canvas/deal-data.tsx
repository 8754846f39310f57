import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useServices } from '../../session/services.ts'
import { CanvasContext, canvasQuery, MetricsContext, metricsQuery, noMetrics, useDealId } from './canvas-query.ts'

/** The canvas and the numbers of a deal, watched once for all who look at them: a memo with its threads is hundreds. */
export const DealData = ({ children }: { children: ReactNode }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { data: canvas } = useSuspenseQuery(canvasQuery(client, dealId))
  const { data: metrics = noMetrics } = useQuery(metricsQuery(client, dealId))
  return (
    <CanvasContext value={canvas}>
      <MetricsContext value={metrics}>{children}</MetricsContext>
    </CanvasContext>
  )
}
