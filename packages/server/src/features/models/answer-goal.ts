import { type GoalSeek, type GoalSeekResult, type MetricFunction, seekGoal, usualRange } from '@deal-canvas/engine'

/** A range is required if neither the catalog nor the current value suggests one. */
export type GoalSeekAnswer = GoalSeekResult | { needsRange: true }

/** Searches the requested range or the default one. `look` is called before each computation. */
export const answerGoal = (
  metric: MetricFunction,
  { input, target, from, to }: GoalSeek,
  look: () => void,
): GoalSeekAnswer => {
  const [lowest, highest] = usualRange(input, metric) ?? []
  const [first, last] = [from ?? lowest, to ?? highest]
  if (first === undefined || last === undefined || !(first < last) || !Number.isFinite(last - first))
    return { needsRange: true }
  const valueAt = (value: number): number | null => {
    look()
    return metric.valueAt(value)
  }
  return seekGoal({ ...metric, valueAt }, { target, from: first, to: last })
}
