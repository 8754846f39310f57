import type { ProbabilisticView } from '@deal-canvas/contract'
import type { Impact } from './effects.ts'

const hasLine = (view: ProbabilisticView, key: string): boolean =>
  Object.keys(view.metrics[key]?.probability_of ?? {}).some((name) => /^(below|above)_-?\d/.test(name))

/** The two metrics worth a chart: the one that was chosen, and the strongest effect that has a limit to break. */
export const chartedMetrics = (view: ProbabilisticView, impacts: readonly Impact[], chosen: string): string[] => {
  const spread = impacts.map(({ metric_key: key }) => key).filter((key) => (view.metrics[key]?.stdev ?? 0) > 0)
  const [first = spread[0]] = spread.filter((key) => key === chosen)
  const others = spread.filter((key) => key !== first)
  const second = others.find((key) => hasLine(view, key)) ?? others[0]
  return [first, second].filter((key) => key !== undefined)
}
