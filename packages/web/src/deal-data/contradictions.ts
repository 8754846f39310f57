import type { ReconciliationFinding } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import { useServices } from '../session/services.ts'
import { qualityQuery, useDealId } from './canvas-query.ts'
import { reconciliationQuery } from './facts-query.ts'

type Contradictions = ReadonlyMap<string, readonly ReconciliationFinding[]>

const none: Contradictions = new Map()

export const ContradictionsContext = createContext(none)

/** The open contradictions about each metric. Loaded only if the quality of the deal says that there are any. */
export const useOpenContradictions = (): Contradictions => {
  const { client } = useServices().session
  const dealId = useDealId()
  const quality = useQuery(qualityQuery(client, dealId))
  const { data } = useQuery({
    ...reconciliationQuery(client, dealId),
    enabled: (quality.data?.data_quality_summary.contradictions ?? 0) > 0,
  })
  return useMemo(() => {
    const open = data?.findings.filter(({ status, settlement }) => status === 'differs' && settlement === null) ?? []
    return new Map(open.map(({ metric_key: key }) => [key, open.filter((finding) => finding.metric_key === key)]))
  }, [data])
}

/** The open contradictions about a metric. */
export const useContradictionsOf = (metricKey: string): readonly ReconciliationFinding[] =>
  useContext(ContradictionsContext).get(metricKey) ?? []
