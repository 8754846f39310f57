import type { Metric, StrongInput } from '@deal-canvas/contract'

const isInput = ({ provenance: { origin }, value, unit }: Metric): boolean =>
  (origin === 'input' || origin === 'overridden') && value !== null && unit !== 'date'

/** The inputs that goal seek can vary: those with the largest effect first, the others in the order of the deal. */
export const rankInputs = (
  metrics: Iterable<Metric>,
  strongest: readonly StrongInput[],
): { strong: Metric[]; others: Metric[] } => {
  const inputs = new Map([...metrics].filter(isInput).map((metric) => [metric.metric_key, metric]))
  const strong = strongest.flatMap(({ metric_key: key }) => inputs.get(key) ?? [])
  return { strong, others: [...inputs.values()].filter((metric) => !strong.includes(metric)) }
}
