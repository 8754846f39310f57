import { type MetricSubject, metricSubjects, type ReadingMetric } from '@deal-canvas/contract'
import { checkStateOf } from '../../deal-data/reading-state.ts'
import { readingMessages } from '../../messages/reading.ts'

const subjectTitles: Readonly<Record<MetricSubject, string>> = {
  returns: readingMessages.groupReturns(),
  price: readingMessages.groupPrice(),
  income: readingMessages.groupIncome(),
  debt: readingMessages.groupDebt(),
  exit: readingMessages.groupExit(),
  valuation: readingMessages.groupValuation(),
  operations: readingMessages.groupOperations(),
  other: readingMessages.groupOther(),
  custom: readingMessages.groupCustom(),
}

export interface MetricGroup {
  readonly title: string
  readonly rows: readonly ReadingMetric[]
  /** How many need no further check: confirmed, read with high confidence, or not in the workbook. */
  readonly settled: number
}

const isOpen = (metric: ReadingMetric): boolean => ['check', 'missing'].includes(checkStateOf(metric))

const groupOf = (title: string, rows: readonly ReadingMetric[]): MetricGroup[] =>
  rows.length === 0 ? [] : [{ title, rows, settled: rows.filter((metric) => !isOpen(metric)).length }]

/** Headline metrics by subject, then custom metrics, then all others. */
export const metricGroups = (metrics: readonly ReadingMetric[]): MetricGroup[] => [
  ...metricSubjects.flatMap((subject) =>
    groupOf(
      subjectTitles[subject],
      metrics.filter((metric) => metric.subject === subject && (metric.headline || metric.custom)),
    ),
  ),
  ...groupOf(
    readingMessages.groupRest(),
    metrics.filter(({ headline, custom }) => !headline && !custom),
  ),
]
