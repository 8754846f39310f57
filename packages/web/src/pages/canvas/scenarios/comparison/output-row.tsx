import { useMetrics } from '../../../../deal-data/canvas-query.ts'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { seriesFormatter } from '../../../../ui/format-metric.ts'
import { toneOf } from '../../what-if/effects.ts'
import { breachesOf } from './breaches.ts'
import { valuesIn } from './compared-column.ts'
import { Calculating, type RowProps } from './input-row.tsx'
import { differs, marksOf } from './marks.ts'
import { MetricHead } from './metric-head.tsx'
import { deltaFormatter } from './row-formats.ts'
import { ValueCell } from './value-cell.tsx'

/** A computed metric in each scenario, with its difference to Base. */
export const OutputRow = ({ metric, columns, thresholds, onRemove }: RowProps) => {
  const { metric_key: key, unit } = metric
  const better = useMetrics().get(key)?.better
  const values = valuesIn(columns, metric)
  const base = values[0] ?? null
  const marks = marksOf(values, better)
  const known = values.filter((value) => value !== null)
  const format = seriesFormatter(known, unit)
  const formatDelta = deltaFormatter(known, unit)
  return (
    <tr>
      <MetricHead metric={metric} onRemove={onRemove} />
      {columns.map(({ scenario, at, results }, n) => {
        const value = values[n] ?? null
        const delta = n > 0 && value !== null && base !== null && differs(value, base) ? value - base : null
        return (
          <td key={scenario.id}>
            {at === undefined ? (
              <Calculating />
            ) : (
              <ValueCell
                value={value === null ? messages.noValue() : format(value)}
                delta={delta === null ? '' : formatDelta(delta)}
                tone={toneOf(delta, better)}
                mark={marks[n]}
                breaches={breachesOf(key, results, thresholds)}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}
