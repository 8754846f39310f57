import type { Scenario, SimulatedScenario, Threshold } from '@deal-canvas/contract'
import { useState } from 'react'
import { thresholdMessages } from '../../../../messages/thresholds.ts'
import { uncertaintyMessages as messages } from '../../../../messages/uncertainty.ts'
import { Button } from '../../../../ui/button.tsx'
import { seriesFormatter } from '../../../../ui/format-metric.ts'
import tableStyles from '../comparison/comparison-table.module.css'
import { formatThreshold } from '../thresholds/format-limit.ts'
import styles from './probabilities-card.module.css'
import { BreachCell, OutputCell } from './probability-cells.tsx'
import { type OutputRow, outputRows } from './probability-rows.ts'
import { SimulatedHead } from './simulated-head.tsx'

/** A scenario and its results, which arrive one by one. */
export interface ProbabilityColumn {
  readonly scenario: Scenario
  readonly simulated: SimulatedScenario | undefined
  readonly isPending: boolean
}

interface ProbabilityTableProps {
  columns: readonly ProbabilityColumn[]
  thresholds: readonly Threshold[]
  busy: boolean
}

/** Outputs that are shown first: the others follow on request. */
const firstOutputs = 8

/** Chances of a breach and ranges of outputs, scenarios side by side. */
export const ProbabilityTable = ({ columns, thresholds, busy }: ProbabilityTableProps) => {
  const [isAll, setAll] = useState(false)
  const rows = outputRows(
    columns.map(({ simulated }) => simulated),
    new Set(thresholds.map(({ metric_key: key }) => key)),
  )
  const shown = isAll ? rows : rows.slice(0, firstOutputs)
  const hidden = rows.length - shown.length
  const span = columns.length + 1
  const hasResult = columns.some(({ simulated }) => simulated !== undefined && simulated.error === null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={tableStyles.scroll} tabIndex={0} aria-label={messages.scrolls()}>
      <table className={tableStyles.table} aria-label={messages.tableLabel()} aria-busy={busy || undefined}>
        <thead>
          <tr>
            <th scope="col" className={tableStyles.label}>
              <span className="sr-only">{messages.metric()}</span>
            </th>
            {columns.map((column) => (
              <th key={column.scenario.id} scope="col">
                <SimulatedHead {...column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Group label={messages.breaches()} columns={columns.length} />
          {thresholds.map((threshold) => (
            <BreachRow key={threshold.id} threshold={threshold} columns={columns} />
          ))}
          {thresholds.length === 0 && <NoteRow span={span}>{messages.noThresholds()}</NoteRow>}
        </tbody>
        <tbody>
          <Group label={messages.outputs()} columns={columns.length} legend={messages.legend()} />
          {shown.map((row) => (
            <OutputTableRow key={row.key} row={row} columns={columns} />
          ))}
          {hasResult && rows.length === 0 && <NoteRow span={span}>{messages.noOutputs()}</NoteRow>}
          {hidden > 0 && (
            <NoteRow span={span}>
              <Button look="ghost" onClick={() => setAll(true)}>
                {messages.showMore({ count: hidden })}
              </Button>
            </NoteRow>
          )}
        </tbody>
      </table>
    </section>
  )
}

const Group = ({ label, columns, legend }: { label: string; columns: number; legend?: string }) => (
  <tr className={tableStyles.group}>
    <th scope="rowgroup" className={tableStyles.label}>
      {label}
    </th>
    <td colSpan={columns}>{legend}</td>
  </tr>
)

const NoteRow = ({ span, children }: { span: number; children: React.ReactNode }) => (
  <tr>
    <td className={tableStyles.note} colSpan={span}>
      {children}
    </td>
  </tr>
)

/** A cell whose scenario has not arrived yet, or has no results. */
const EmptyCell = ({ isPending }: { isPending: boolean }) =>
  isPending && (
    <span className={tableStyles.pending}>
      <span className="sr-only">{messages.simulating()}</span>
    </span>
  )

const BreachRow = ({ threshold, columns }: { threshold: Threshold; columns: readonly ProbabilityColumn[] }) => {
  const { id, label, kind, unit } = threshold
  return (
    <tr>
      <th scope="row" className={tableStyles.label}>
        <span className={styles.limit}>
          {messages.limitOf({ metric: label, limit: formatThreshold(threshold) })}
          <span className={styles.kind}>{thresholdMessages.kindName({ kind })}</span>
        </span>
      </th>
      {columns.map(({ scenario, simulated, isPending }) => (
        <td key={scenario.id}>
          {simulated === undefined || simulated.error !== null ? (
            <EmptyCell isPending={isPending} />
          ) : (
            <BreachCell unit={unit} result={simulated.probabilities.find(({ threshold_id: one }) => one === id)} />
          )}
        </td>
      ))}
    </tr>
  )
}

const OutputTableRow = ({ row, columns }: { row: OutputRow; columns: readonly ProbabilityColumn[] }) => {
  const values = row.outputs.flatMap((output) =>
    output === undefined ? [] : [output.p10, output.p50, output.p90, ...(output.value === null ? [] : [output.value])],
  )
  const format = seriesFormatter(values, row.unit)
  return (
    <tr>
      <th scope="row" className={tableStyles.label}>
        {row.label}
      </th>
      {columns.map(({ scenario, simulated, isPending }, n) => (
        <td key={scenario.id}>
          {simulated === undefined || simulated.error !== null ? (
            <EmptyCell isPending={isPending} />
          ) : (
            <OutputCell row={row} output={row.outputs[n]} samples={simulated.samples} format={format} />
          )}
        </td>
      ))}
    </tr>
  )
}
