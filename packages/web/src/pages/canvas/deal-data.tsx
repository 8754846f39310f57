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

/** The canvas and the numbers of a deal, watched once for all who look at them: a memo with its threads is hundreds. */
export const DealData = ({ children }: { children: ReactNode }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { data: canvas } = useSuspenseQuery(canvasQuery(client, dealId))
  const { data, isError } = useQuery(metricsQuery(client, dealId))
  const metrics = data?.metrics
  // Before anything below is rendered: all of it is told anew when the numbers, or their currency, change.
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
