import type { AnswerOf, goalSeek, Metric } from '@deal-canvas/contract'
import { metricInWords } from '../../../ui/metric-in-words.ts'

type Found = AnswerOf<typeof goalSeek>

/** What goal seek found, in a sentence. */
export const goalSeekInWords = (found: Found, { metric, input }: { metric: Metric; input: Metric }): string => {
  const { solutions, nearest, reason, target, from, to } = found
  const goal = `${metric.label} ${metricInWords(target, metric.unit)}`
  const range = `between ${metricInWords(from, input.unit)} and ${metricInWords(to, input.unit)}`
  const closest =
    nearest === null
      ? ''
      : ` The closest is ${metricInWords(nearest.metric_value, metric.unit)} at ${metricInWords(nearest.input_value, input.unit)}.`
  if (solutions.length > 0) {
    const values = solutions.map(({ input_value: value }) => metricInWords(value, input.unit))
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
      return `${metric.label} jumps over ${metricInWords(target, metric.unit)}.${closest}`
    case 'cut_short':
      return `The model is too large to search every ${input.label} ${range}. Search a smaller range.${closest}`
    default:
      return `No ${input.label} ${range} gives ${goal}.${closest}`
  }
}
