import type { Difference } from './built-model.ts'

/** Further changes are only counted in the audit trail. */
const maxRecorded = 50

interface Moved {
  metricKey: string
  before: number | null
  after: number | null
}

/** The changed metrics with their labels. */
export const differencesOf = (
  moved: readonly Moved[],
  named: readonly { metricKey: string; label: string }[],
): Difference[] => {
  const labels = new Map(named.map(({ metricKey, label }) => [metricKey, label]))
  return moved.map(({ metricKey, before, after }) => ({
    metricKey,
    label: labels.get(metricKey) ?? metricKey,
    before,
    after,
  }))
}

/** The sections that cite a changed metric. */
export const sectionsCiting = (
  moved: readonly Moved[],
  sections: readonly { sectionKey: string; cited: readonly string[] }[],
): string[] => {
  const keys = new Set(moved.map(({ metricKey }) => metricKey))
  return sections.filter(({ cited }) => cited.some((key) => keys.has(key))).map(({ sectionKey }) => sectionKey)
}

/** Converts differences for the audit trail. */
export const recordedDifferences = (differences: readonly Difference[]) => ({
  moved: differences
    .slice(0, maxRecorded)
    .map(({ metricKey, before, after }) => ({ metric_key: metricKey, before, after })),
  moved_count: differences.length,
})
