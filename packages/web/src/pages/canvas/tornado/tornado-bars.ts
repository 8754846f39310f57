import type { Metric, ProbabilisticView } from '@deal-canvas/contract'

export interface TornadoBars {
  /** The metric at base, with no input changed. */
  readonly middle: number
  readonly bars: readonly { key: string; label: string; low: number; high: number }[]
}

/** The tornado chart of a metric as computed by the service; undefined: no input affects the metric. */
export const tornadoBars = (
  { metrics, tornado }: Pick<ProbabilisticView, 'metrics' | 'tornado'>,
  metricKey: string,
  labels: ReadonlyMap<string, Pick<Metric, 'label'>>,
): TornadoBars | undefined => {
  const middle = metrics[metricKey]?.before ?? null
  const bars = (tornado[metricKey] ?? []).flatMap(({ metric_key: key, at_p10: low, at_p90: high }) =>
    low === null || high === null || (low === middle && high === middle)
      ? []
      : [{ key, label: labels.get(key)?.label ?? key, low, high }],
  )
  return middle === null || bars.length === 0 ? undefined : { middle, bars }
}
