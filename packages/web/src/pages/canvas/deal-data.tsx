import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import {
  CanvasContext,
  canvasQuery,
  MetricsContext,
  metricsQuery,
  noMetrics,
  useDealId,
} from '../../deal-data/canvas-query.ts'
import { NumbersContext, numbersOf } from '../../deal-data/numbers.ts'
import { useServices } from '../../session/services.ts'
import { tellMoneyIn } from '../../ui/format-metric.ts'

/** Subscribes once to the canvas and the metrics of a deal: a memo with its threads has hundreds of consumers. */
export const DealData = ({ children }: { children: ReactNode }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { data: canvas } = useSuspenseQuery(canvasQuery(client, dealId))
  const { data, isError } = useQuery(metricsQuery(client, dealId))
  const metrics = data?.metrics
  // Set before any child renders: all of them re-render when the metrics, or their currency, change.
  tellMoneyIn(data?.currency ?? canvas.currency)
  const numbers = useMemo(() => numbersOf(canvas.metrics, metrics, isError), [canvas.metrics, metrics, isError])
  return (
    <CanvasContext value={canvas}>
      <MetricsContext value={metrics ?? noMetrics}>
        <NumbersContext value={numbers}>{children}</NumbersContext>
      </MetricsContext>
    </CanvasContext>
  )
}
