import type { AnswerOf, goalSeek, Metric } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { formatMetric } from '../../../ui/format-metric.ts'

type Found = AnswerOf<typeof goalSeek>

/** The result of goal seek in full sentences. */
export const formatGoalSeek = (found: Found, names: { metric: Metric; input: Metric }): string => {
  const { solutions, nearest, reason } = found
  const metricValue = (value: number) => formatMetric(value, names.metric.unit)
  const inputValue = (value: number) => formatMetric(value, names.input.unit)
  const metric = names.metric.label
  const input = names.input.label
  const target = metricValue(found.target)
  const range = { from: inputValue(found.from), to: inputValue(found.to) }
  const withClosest = (sentence: string): string =>
    nearest === null
      ? sentence
      : `${sentence} ${whatIfMessages.goalClosest({ metricValue: metricValue(nearest.metric_value), inputValue: inputValue(nearest.input_value) })}`

  if (solutions.length > 0) {
    const values = solutions.map(({ input_value: value }) => inputValue(value))
    const [value = ''] = values
    const sentence =
      values.length === 1
        ? whatIfMessages.goalSolution({ input, value, metric, target })
        : whatIfMessages.goalSolutions({ count: values.length, input, metric, target, values: values.join(', ') })
    return reason === 'cut_short' ? `${sentence} ${whatIfMessages.goalMoreSolutions()}` : sentence
  }
  switch (reason) {
    case 'does_not_depend':
      return whatIfMessages.goalDoesNotDepend({ metric, input })
    case 'not_a_number':
      return whatIfMessages.goalNotANumber({ metric, input, ...range })
    case 'whole_numbers_only':
      return withClosest(whatIfMessages.goalWholeNumbersOnly({ input, metric, target }))
    case 'jumps_over':
      return withClosest(whatIfMessages.goalJumpsOver({ metric, target }))
    case 'cut_short':
      return withClosest(whatIfMessages.goalCutShort({ input, ...range }))
    default:
      return withClosest(whatIfMessages.goalNoSolution({ input, metric, target, ...range }))
  }
}
