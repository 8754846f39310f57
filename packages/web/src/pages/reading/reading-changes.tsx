import type { ReadingChanged, ReadingMetric } from '@deal-canvas/contract'
import { counted } from '../../ui/counted.ts'
import { formatMetric } from '../../ui/format-metric.ts'
import { Note } from '../../ui/note.tsx'

interface ReadingChangesProps {
  changed: ReadingChanged
}

const maxShown = 5

/** What the last correction did to the deal. */
export const ReadingChanges = ({ changed }: ReadingChangesProps) => {
  const { differences, redrafted_sections: redrafted, stale_sections: stale, metrics, currency } = changed
  if (differences.length === 0 && redrafted.length === 0 && stale.length === 0) return null
  const units = new Map(metrics.map(({ key, unit }: ReadingMetric) => [key, unit]))
  const moves = differences.slice(0, maxShown).map(({ metric_key: key, label, before, after }) => {
    const unit = units.get(key) ?? 'ratio'
    return `${label} ${formatMetric(before, unit, currency)} → ${formatMetric(after, unit, currency)}`
  })
  const rest = differences.length - moves.length
  const sentences = [
    differences.length > 0 &&
      `${counted(differences.length, 'number')} changed: ${moves.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
    redrafted.length > 0 && `${counted(redrafted.length, 'section')} drafted again.`,
    stale.length > 0 && `${counted(stale.length, 'edited section')} marked as stale.`,
  ].filter((sentence) => sentence !== false)
  return <Note tone="plain">{sentences.join(' ')}</Note>
}
