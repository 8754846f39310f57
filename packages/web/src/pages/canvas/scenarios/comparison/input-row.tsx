import type { ComparedMetric, Threshold } from '@deal-canvas/contract'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import type { Ask } from '../asked.ts'
import { type Standing, scenarioPermissions } from '../scenario-permissions.ts'
import { breachesOf } from './breaches.ts'
import { type ComparedColumn, valuesIn } from './compared-column.ts'
import styles from './comparison-table.module.css'
import { differs } from './marks.ts'
import { MetricHead } from './metric-head.tsx'
import { deltaFormatter, inputFormatter } from './row-formats.ts'
import { ValueCell } from './value-cell.tsx'

export interface RowProps {
  metric: ComparedMetric
  columns: readonly ComparedColumn[]
  thresholds: readonly Threshold[]
  onRemove: (() => void) | undefined
}

interface InputRowProps extends RowProps {
  standing: Standing
  onAsk: Ask
}

/** An input in each scenario. Where the user can change the scenario, its value opens the field. */
export const InputRow = ({ metric, columns, thresholds, onRemove, standing, onAsk }: InputRowProps) => {
  const { metric_key: key, label, unit } = metric
  const computed = valuesIn(columns, metric)
  const overrides = columns.map(({ scenario }) => scenario.overrides.find((one) => one.metric_key === key))
  // A new value is shown before the numbers that follow from it are computed.
  const values = computed.map((value, n) => overrides[n]?.value ?? value)
  const base = values[0] ?? null
  const known = values.filter((value) => value !== null)
  const format = inputFormatter(known, unit)
  const formatDelta = deltaFormatter(known, unit)
  return (
    <tr>
      <MetricHead metric={metric} onRemove={onRemove} />
      {columns.map(({ scenario, at, results }, n) => {
        const value = values[n] ?? null
        const text = value === null ? messages.noValue() : format(value)
        const isChanged = n > 0 && value !== null && base !== null && differs(value, base)
        const cell =
          value === null && at === undefined ? (
            <Calculating />
          ) : (
            <ValueCell
              value={text}
              delta={isChanged ? formatDelta(value - base) : ''}
              breaches={breachesOf(key, results, thresholds)}
              {...(n === 0 ? {} : { look: overrides[n] === undefined && !isChanged ? 'same' : 'set' })}
            />
          )
        return (
          <td key={scenario.id}>
            {scenarioPermissions(scenario, standing).canEdit ? (
              <button
                type="button"
                className={styles.edit}
                onClick={() => onAsk({ act: 'input', id: scenario.id, metricKey: key })}
              >
                {/* Not a label: the name must contain everything that the button shows. */}
                <span className="sr-only">{messages.editInput({ input: label, scenario: scenario.name })}</span>
                {cell}
              </button>
            ) : (
              cell
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** A value that is still being computed. */
export const Calculating = () => (
  <span className={styles.pending}>
    <span className="sr-only">{messages.calculating()}</span>
  </span>
)
