import type { Metric } from '@deal-canvas/contract'
import type { Comparison } from '../../../deal-data/scenarios-query.ts'

/** The metrics of a deal with their values in the only scenario of a comparison. */
export const metricsIn = (
  metrics: ReadonlyMap<string, Metric>,
  { metrics: compared }: Pick<Comparison, 'metrics'>,
): ReadonlyMap<string, Metric> => {
  const values = new Map(compared.map(({ metric_key: key, values: [value] }) => [key, value ?? null]))
  return new Map([...metrics].map(([key, metric]) => [key, { ...metric, value: values.get(key) ?? null }]))
}
