import type { Threshold } from '@deal-canvas/contract'
import { useState } from 'react'
import type { Comparison } from '../../../../deal-data/scenarios-query.ts'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import type { Ask } from '../asked.ts'
import { type Standing, scenarioPermissions } from '../scenario-permissions.ts'
import { ColumnHead } from './column-head.tsx'
import type { ComparedColumn } from './compared-column.ts'
import { comparisonRows } from './comparison-rows.ts'
import styles from './comparison-table.module.css'
import { FootRow } from './foot-row.tsx'
import { InputRow } from './input-row.tsx'
import { OutputRow } from './output-row.tsx'

interface ComparisonTableProps {
  comparison: Comparison
  columns: readonly ComparedColumn[]
  thresholds: readonly Threshold[]
  standing: Standing
  /** Whether newer values are being computed. */
  busy: boolean
  onAsk: Ask
  onHide: (id: string) => void
  /** Metrics that the user added as rows. */
  added: ReadonlySet<string>
  onAdded: (added: ReadonlySet<string>) => void
}

/** Outputs that are shown first: the others follow on request. */
const firstOutputs = 14

/** Inputs and outputs of each scenario side by side. */
export const ComparisonTable = (props: ComparisonTableProps) => {
  const { comparison, columns, thresholds, standing, busy, onAsk, onHide, added, onAdded } = props
  const [isAll, setAll] = useState(false)
  const scenarios = columns.map(({ scenario }) => scenario)
  const limited = new Set(thresholds.map(({ metric_key: key }) => key))
  const { inputs, outputs, others } = comparisonRows({ metrics: comparison.metrics, scenarios, limited, added })
  const shown = isAll ? outputs : outputs.filter(({ metric_key: key }, n) => n < firstOutputs || added.has(key))
  const hidden = outputs.length - shown.length
  const removeOf = (key: string) =>
    added.has(key) ? () => onAdded(new Set([...added].filter((one) => one !== key))) : undefined
  const span = columns.length + 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={messages.scrolls()}>
      <table className={styles.table} aria-label={messages.tableLabel()} aria-busy={busy || undefined}>
        <thead>
          <tr>
            <th scope="col" className={styles.label}>
              <span className="sr-only">{messages.metric()}</span>
            </th>
            {columns.map(({ scenario, error }) => (
              <th key={scenario.id} scope="col">
                <ColumnHead
                  scenario={scenario}
                  error={error}
                  standing={standing}
                  onAsk={onAsk}
                  onHide={() => onHide(scenario.id)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.group}>
            <th scope="rowgroup" className={styles.label}>
              {messages.inputsChanged()}
            </th>
            {scenarios.map((scenario) => (
              <td key={scenario.id}>
                {scenarioPermissions(scenario, standing).canEdit && (
                  <Button
                    look="ghost"
                    aria-label={messages.addInputTo({ scenario: scenario.name })}
                    onClick={() => onAsk({ act: 'input', id: scenario.id })}
                  >
                    <Icon name="plus" size={14} />
                    {messages.addInput()}
                  </Button>
                )}
              </td>
            ))}
          </tr>
          {inputs.map((metric) => (
            <InputRow
              key={metric.metric_key}
              metric={metric}
              columns={columns}
              thresholds={thresholds}
              onRemove={removeOf(metric.metric_key)}
              standing={standing}
              onAsk={onAsk}
            />
          ))}
          {inputs.length === 0 && (
            <tr>
              <td className={styles.note} colSpan={span}>
                {messages.noInputsChanged()}
              </td>
            </tr>
          )}
        </tbody>
        <tbody>
          <tr className={styles.group}>
            <th scope="rowgroup" className={styles.label}>
              {messages.outputs()}
            </th>
            <td colSpan={columns.length} />
          </tr>
          {shown.map((metric) => (
            <OutputRow
              key={metric.metric_key}
              metric={metric}
              columns={columns}
              thresholds={thresholds}
              onRemove={removeOf(metric.metric_key)}
            />
          ))}
          {hidden > 0 && (
            <tr>
              <td className={styles.note} colSpan={span}>
                <Button look="ghost" onClick={() => setAll(true)}>
                  {messages.showMore({ count: hidden })}
                </Button>
              </td>
            </tr>
          )}
          <FootRow
            scenarios={scenarios}
            others={others}
            standing={standing}
            onAdd={(key) => onAdded(new Set([...added, key]))}
            onAsk={onAsk}
          />
        </tbody>
      </table>
    </section>
  )
}
