import type { Metric, ProbabilisticView } from '@deal-canvas/contract'

/** Metrics that have no percentiles because no trial gave a number. Those that no input affects need no word. */
export const droppedSentences = (
  { dropped }: Pick<ProbabilisticView, 'dropped'>,
  labels: ReadonlyMap<string, Pick<Metric, 'label'>>,
): string[] =>
  dropped.flatMap(({ metric_key: key, reason, detail }) =>
    reason === 'no_valid_trial' ? [`${labels.get(key)?.label ?? key} is left out. ${detail}`] : [],
  )
