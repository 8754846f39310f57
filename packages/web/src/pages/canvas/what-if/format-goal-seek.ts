import type { AnswerOf, goalSeek, Metric } from '@deal-canvas/contract'
import { formatMetric } from '../../../ui/format-metric.ts'

type Found = AnswerOf<typeof goalSeek>

/** What goal seek found, in a sentence. */
export const formatGoalSeek = (found: Found, { metric, input }: { metric: Metric; input: Metric }): string => {
  const { solutions, nearest, reason, target, from, to } = found
  const goal = `${metric.label} ${formatMetric(target, metric.unit)}`
  const range = `between ${formatMetric(from, input.unit)} and ${formatMetric(to, input.unit)}`
  const closest =
    nearest === null
      ? ''
      : ` The closest is ${formatMetric(nearest.metric_value, metric.unit)} at ${formatMetric(nearest.input_value, input.unit)}.`
  if (solutions.length > 0) {
    const values = solutions.map(({ input_value: value }) => formatMetric(value, input.unit))
    const further =
      reason === 'cut_short' ? ' There may be more: the model is too large to search all of the range.' : ''
    return values.length === 1
      ? `${input.label} of ${values[0]} gives ${goal}.${further}`
      : `${values.length} values of ${input.label} give ${goal}: ${values.join(', ')}.${further}`
  }
  switch (reason) {
    case 'does_not_depend':
      return `${metric.label} does not depend on ${input.label}.`
    case 'not_a_number':
      return `${metric.label} is not a number for any ${input.label} ${range}.`
    case 'whole_numbers_only':
      return `No whole ${input.label} gives ${goal}.${closest}`
    case 'jumps_over':
      return `${metric.label} jumps over ${formatMetric(target, metric.unit)}.${closest}`
    case 'cut_short':
      return `The model is too large to search every ${input.label} ${range}. Search a smaller range.${closest}`
    default:
      return `No ${input.label} ${range} gives ${goal}.${closest}`
  }
}
