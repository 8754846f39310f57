import { kindOf, placeOf } from '@deal-canvas/engine'
import type { FoundMetric, MetricRow } from '../metrics/index.ts'

interface Side {
  value: number | null
  cell: { sheet: string; cell: string } | null
  confidence: number | null
}

/** A metric that would change if its workbook were reread. */
export interface RereadDifference {
  metricKey: string
  label: string
  unit: MetricRow['unit']
  change: 'moved' | 'found' | 'lost'
  before: Side
  after: Side
}

const nowhere: Side = { value: null, cell: null, confidence: null }

const sideOf = (
  metric: Pick<FoundMetric, 'value'> & { source?: MetricRow['source']; confidence?: number | null },
): Side => {
  const { value, source, confidence } = metric
  return {
    value,
    cell: source ? { sheet: source.sheet, cell: source.cell } : null,
    confidence: source ? (confidence ?? null) : null,
  }
}

const isSameCell = (a: Side['cell'], b: Side['cell']): boolean => a?.sheet === b?.sheet && a?.cell === b?.cell

/** Compares stored metrics with those found now. Values entered by hand are kept and not compared. */
export const rereadDifferences = (rows: readonly MetricRow[], found: readonly FoundMetric[]): RereadDifference[] => {
  const former = new Map(rows.map((row) => [row.metricKey, row]))
  const now = new Map(found.map((metric) => [metric.metricKey, metric]))
  const isRead = ({ source, value }: MetricRow): boolean => source !== null && value !== null
  const keys = new Set([...rows.filter(isRead).map(({ metricKey }) => metricKey), ...now.keys()])
  return [...keys]
    .flatMap((metricKey): RereadDifference[] => {
      const [row, metric] = [former.get(metricKey), now.get(metricKey)]
      const before = row === undefined ? nowhere : sideOf(row)
      const after = metric === undefined ? nowhere : sideOf(metric)
      if (before.value === after.value && isSameCell(before.cell, after.cell)) return []
      const kind = kindOf(metricKey)
      return [
        {
          metricKey,
          label: kind?.label ?? metric?.label ?? row?.label ?? metricKey,
          unit: kind?.unit ?? metric?.unit ?? row?.unit ?? 'ratio',
          change: before.value === null ? 'found' : after.value === null ? 'lost' : 'moved',
          before,
          after,
        },
      ]
    })
    .sort((a, b) => placeOf(a.metricKey) - placeOf(b.metricKey) || (a.metricKey < b.metricKey ? -1 : 1))
}
