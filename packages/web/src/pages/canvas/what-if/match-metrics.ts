import type { Metric } from '@deal-canvas/contract'

/** "Assumptions!B28": the cell of a metric. */
export const cellOf = ({ source }: Pick<Metric, 'source'>): string | undefined =>
  source === null ? undefined : `${source.sheet}!${source.cell}`

/**
 * The metrics that have every typed word in their name or their cell. Those whose name starts with the text come first.
 */
export const matchMetrics = (metrics: readonly Metric[], typed: string): Metric[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = metrics.filter((metric) => {
    const text = `${metric.label} ${metric.metric_key.replaceAll('_', ' ')} ${cellOf(metric) ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const start = words.join(' ')
  const rank = ({ label }: Metric): number => (label.toLowerCase().startsWith(start) ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b))
}
