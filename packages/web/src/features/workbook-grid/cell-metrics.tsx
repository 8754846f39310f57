import { useMetrics } from '../../deal-data/canvas-query.ts'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { formatMetric } from '../../ui/format-metric.ts'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { WrongCell } from './wrong-cell.tsx'

interface CellMetricsProps {
  sheet: string
  cell: string
}

/** The metrics of the deal that are read from a cell of its model, and the override that is used instead, if any. */
export const CellMetrics = ({ sheet, cell }: CellMetricsProps) => {
  const read = [...useMetrics().values()].filter(({ source }) => source?.sheet === sheet && source.cell === cell)
  return (
    <>
      {read.map(({ metric_key: key, label }) => (
        <p key={key} className="text-small text-fg-2">
          {messages.readAs({ metric: label })} <WrongCell metricKey={key} />
        </p>
      ))}
      {read.flatMap(({ metric_key: key, value, unit, label, provenance: { override } }) =>
        override === null ? (
          []
        ) : (
          <Note key={key} tone="amber">
            {messages.overridden.rich({
              value: formatMetric(value, unit),
              metric: label,
              name: override.applied_by_name,
              time: <RelativeTime at={override.applied_at} />,
            })}
          </Note>
        ),
      )}
    </>
  )
}
