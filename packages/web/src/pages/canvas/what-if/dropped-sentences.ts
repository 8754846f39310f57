import type { Metric, ProbabilisticView } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'

/** Metrics without percentiles because no trial produced a number. Metrics that no input affects are not mentioned. */
export const droppedSentences = (
  { dropped }: Pick<ProbabilisticView, 'dropped'>,
  labels: ReadonlyMap<string, Pick<Metric, 'label'>>,
): string[] =>
  dropped.flatMap(({ metric_key: key, reason, detail }) =>
    reason === 'no_valid_trial'
      ? [whatIfMessages.metricExcluded({ metric: labels.get(key)?.label ?? key, reason: detail })]
      : [],
  )
