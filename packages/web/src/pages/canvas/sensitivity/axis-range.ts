import { type Metric, maxTableValues } from '@deal-canvas/contract'
import { sensitivityMessages as messages } from '../../../messages/sensitivity.ts'
import { formatMetric } from '../../../ui/format-metric.ts'
import { readValue } from '../what-if/read-value.ts'

/** The range of an input as typed. */
export interface TypedRange {
  from: string
  to: string
  steps: string
}

type ReadRange = { values: number[] } | { problem: string }

/** The evenly spaced values of a typed range, or what is wrong with it. */
export const readRange = ({ from, to, steps }: TypedRange, { label, unit, value }: Metric): ReadRange => {
  const [first, last] = [readValue(from, unit), readValue(to, unit)]
  if (first === undefined || last === undefined)
    return { problem: messages.rangeNotNumbers({ metric: label, example: formatMetric(value ?? 0, unit) }) }
  if (first >= last) return { problem: messages.rangeReversed({ metric: label }) }
  const count = /^\d{1,3}$/.test(steps.trim()) ? Number(steps) : 0
  if (count < 2 || count > maxTableValues)
    return { problem: messages.stepsInvalid({ max: maxTableValues, metric: label }) }
  const at = (n: number): number => Number((first + ((last - first) * n) / (count - 1)).toPrecision(12))
  return { values: Array.from({ length: count }, (_, n) => at(n)) }
}
