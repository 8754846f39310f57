import {
  type AnswerOf,
  type ComparedNumber,
  type ComparedSection,
  type compareMemoVersions,
  formatBeforeAfter,
} from '@deal-canvas/contract'
import { citedMetrics } from '@deal-canvas/memo'
import { versionsMessages as messages } from '../../messages/versions.ts'
import { formatMetric } from '../../ui/format-metric.ts'

type Answer = AnswerOf<typeof compareMemoVersions>

/** A number in both versions, as text. */
export interface ShownNumber {
  metricKey: string
  label: string
  before: string
  after: string
  /** Whether a reader sees a difference. */
  moved: boolean
}

const formatSides = (number: ComparedNumber, from: string, to: string): { before: string; after: string } => {
  const { metric_key, from: before, to: after, unit_from, unit_to } = number
  const unit = unit_to ?? unit_from
  const isSameUnit = unit_from === null || unit_to === null || unit_from === unit_to
  if (unit !== null && isSameUnit && from === to)
    return formatBeforeAfter({ metric_key, unit, before, after }, { missing: messages.noValue(), currency: to })
  const formatOne = (value: number | null, unit: ComparedNumber['unit_to'], currency: string) =>
    value === null || unit === null ? messages.noValue() : formatMetric(value, unit, currency)
  return { before: formatOne(before, unit_from, from), after: formatOne(after, unit_to, to) }
}

export interface Comparison {
  sections: ComparedSection[]
  numbers: ReadonlyMap<string, ShownNumber>
  /** Of the loaded sections, those that are the same in both versions, numbers included. */
  same: number
}

/** Joins the pages of a comparison. */
export const readComparison = (pages: readonly Answer[]): Comparison => {
  const numbers = new Map<string, ShownNumber>()
  for (const { numbers: found, from, to } of pages)
    for (const number of found) {
      const sides = formatSides(number, from.currency, to.currency)
      // Values that differ beyond the shown digits read as the same number.
      const moved = sides.before !== sides.after
      numbers.set(number.metric_key, { metricKey: number.metric_key, label: number.label, ...sides, moved })
    }
  const all = pages.flatMap(({ sections }) => sections)
  const citesMoved = ({ parts }: ComparedSection): boolean =>
    citedMetrics(parts.map(({ text }) => text).join('')).some((key) => numbers.get(key)?.moved)
  const sections = all.filter((section) => section.change !== 'same' || citesMoved(section))
  return { sections, numbers, same: all.length - sections.length }
}
