import type { ReadingChanged, ReadingMetric } from '@deal-canvas/contract'
import { readingMessages } from '../../messages/reading.ts'
import { formatMetric } from '../../ui/format-metric.ts'
import { Note } from '../../ui/note.tsx'

interface ReadingChangesProps {
  changed: ReadingChanged
}

const maxShown = 5

/** What the last correction changed in the deal. */
export const ReadingChanges = ({ changed }: ReadingChangesProps) => {
  const { differences, redrafted_sections: redrafted, stale_sections: stale, metrics, currency } = changed
  if (differences.length === 0 && redrafted.length === 0 && stale.length === 0) return null
  const units = new Map(metrics.map(({ key, unit }: ReadingMetric) => [key, unit]))
  const changes = differences.slice(0, maxShown).map(({ metric_key: key, label, before, after }) => {
    const unit = units.get(key) ?? 'ratio'
    return readingMessages.numberChange({
      label,
      before: formatMetric(before, unit, currency),
      after: formatMetric(after, unit, currency),
    })
  })
  const sentences = [
    differences.length > 0 &&
      readingMessages.numbersChanged({
        count: differences.length,
        changes: changes.join(', '),
        rest: differences.length - changes.length,
      }),
    redrafted.length > 0 && readingMessages.sectionsRedrafted({ count: redrafted.length }),
    stale.length > 0 && readingMessages.sectionsStale({ count: stale.length }),
  ].filter((sentence) => sentence !== false)
  return <Note tone="plain">{sentences.join(' ')}</Note>
}
