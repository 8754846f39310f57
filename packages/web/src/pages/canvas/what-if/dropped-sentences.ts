import type { Metric, ProbabilisticView } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'

/** Metrics that have no percentiles because no trial gave a number. Those that no input affects need no word. */
export const droppedSentences = (
  { dropped }: Pick<ProbabilisticView, 'dropped'>,
  labels: ReadonlyMap<string, Pick<Metric, 'label'>>,
): string[] =>
  dropped.flatMap(({ metric_key: key, reason, detail }) =>
    reason === 'no_valid_trial'
      ? [whatIfMessages.metricExcluded({ metric: labels.get(key)?.label ?? key, reason: detail })]
      : [],
  )
