import type { Metric, Threshold } from '@deal-canvas/contract'
import { useId, useState } from 'react'
import { useMetrics } from '../../../deal-data/canvas-query.ts'
import type { Scenarios } from '../../../deal-data/scenarios-query.ts'
import { sensitivityMessages as messages } from '../../../messages/sensitivity.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { LabeledPicker } from '../../../ui/labeled-picker.tsx'
import { Note } from '../../../ui/note.tsx'
import { ScenarioPicker } from '../scenarios/scenario-picker.tsx'
import { startingScenario } from '../scenarios/starting-scenario.ts'
import { limitAsTyped } from '../scenarios/thresholds/format-limit.ts'
import { useStartingNumbers } from '../scenarios/use-starting-numbers.ts'
import { readValue } from '../what-if/read-value.ts'
import { HeatTable } from './heat-table.tsx'
import { RangeForm, type Ranges } from './range-form.tsx'
import { type TableChoice, tableMetrics, usualTable } from './table-choice.ts'
import styles from './two-way-table-card.module.css'
import { useTwoWayTable } from './use-two-way-table.ts'

interface MetricPickerProps {
  label: string
  metrics: readonly Metric[]
  chosen: string
  onChoose: (key: string) => void
}

const MetricPicker = ({ metrics, ...picker }: MetricPickerProps) => (
  <LabeledPicker
    {...picker}
    className={styles.picker}
    choices={metrics.map(({ metric_key: key, label }) => [key, label])}
  />
)

interface TwoWayTableProps {
  initial: TableChoice
  /** The hurdles and covenants of the deal: the table starts with the one of its metric. */
  thresholds: readonly Threshold[]
  scenarios: Scenarios
}

/** How a metric depends on two inputs at once. */
const TwoWayTable = ({ initial, thresholds, scenarios }: TwoWayTableProps) => {
  const ofTheMemo = useMetrics()
  const start = useStartingNumbers(scenarios, 'two-way-table')
  const metrics = start.metrics ?? ofTheMemo
  const { outputs, inputs } = tableMetrics(ofTheMemo.values())
  const hurdleId = useId()
  const [choice, setChoice] = useState(initial)
  const [ranges, setRanges] = useState<Ranges>()
  /** Undefined until the user types one. */
  const [ownHurdle, setOwnHurdle] = useState<string>()
  const [isEditing, setEditing] = useState(false)
  const [output, rows, columns] = [choice.output, choice.rows, choice.columns].map((key) => metrics.get(key))
  const threshold = thresholds.find(({ metric_key: key }) => key === choice.output)
  const typedHurdle = ownHurdle ?? (threshold === undefined ? '' : limitAsTyped(threshold))
  const hurdle = output === undefined ? undefined : readValue(typedHurdle, output.unit)
  const example = output === undefined ? '' : formatMetric(output.value, output.unit)
  const body =
    start.metrics === undefined || output === undefined || rows === undefined || columns === undefined
      ? undefined
      : {
          metric_key: choice.output,
          rows: { metric_key: choice.rows, ...(ranges === undefined ? {} : { values: ranges.rows }) },
          columns: { metric_key: choice.columns, ...(ranges === undefined ? {} : { values: ranges.columns }) },
          ...(start.scenarioId === undefined ? {} : { scenario_id: start.scenarioId }),
          ...(hurdle === undefined ? {} : { target: hurdle }),
        }
  const unconfirmed = [output, rows, columns].flatMap((metric) =>
    metric?.provenance.confirmation === 'unconfirmed' ? metric.label : [],
  )
  const numbers = [...metrics.values()].map(({ value }) => value).join(' ')
  const query = useTwoWayTable(body, numbers)
  const { data: computed } = query
  const isWaiting = start.metrics === undefined && start.problem === undefined
  const choose = (changed: Partial<TableChoice>): void => {
    const next = { ...choice, ...changed }
    // The other axis takes over the former input instead of showing the same one twice.
    if (next.rows === next.columns) {
      if (changed.rows === undefined) next.rows = choice.columns
      else next.columns = choice.rows
    }
    setChoice(next)
    setRanges(undefined)
    if (changed.output !== undefined) setOwnHurdle(undefined)
  }
  return (
    <section className="card" aria-label={messages.twoWayTable()}>
      <header>
        <h2>{messages.twoWayTable()}</h2>
        <span className="flex-1 text-small text-fg-3" role="status">
          {computed?.done === undefined || query.isPlaceholderData
            ? (query.isFetching || isWaiting) && messages.calculating()
            : messages.recalculations({
                count: computed.done.recalculations,
                seconds: (computed.done.duration_ms / 1000).toFixed(1),
              })}
        </span>
        <Button look="ghost" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          {messages.editRanges()}
        </Button>
      </header>
      <div className={styles.pickers}>
        <MetricPicker
          label={messages.output()}
          metrics={outputs}
          chosen={choice.output}
          onChoose={(key) => choose({ output: key })}
        />
        <MetricPicker
          label={messages.rows()}
          metrics={inputs}
          chosen={choice.rows}
          onChoose={(key) => choose({ rows: key })}
        />
        <MetricPicker
          label={messages.columns()}
          metrics={inputs}
          chosen={choice.columns}
          onChoose={(key) => choose({ columns: key })}
        />
        <ScenarioPicker start={start} className={styles.picker} />
        <div className={styles.picker}>
          <label className="label" htmlFor={hurdleId}>
            {messages.hurdle()}
          </label>
          <input
            id={hurdleId}
            className={`input ${styles.hurdle}`}
            value={typedHurdle}
            placeholder={messages.hurdleHint({ example })}
            onChange={({ target }) => setOwnHurdle(target.value)}
          />
        </div>
      </div>
      {isEditing && computed !== undefined && rows !== undefined && columns !== undefined && (
        <RangeForm
          key={JSON.stringify([computed.table.rows, computed.table.columns])}
          table={computed.table}
          rows={rows}
          columns={columns}
          onRanges={setRanges}
        />
      )}
      {unconfirmed.length > 0 && (
        <Note tone="amber" icon="alert">
          {messages.unconfirmed({ metrics: unconfirmed.join(', ') })}
        </Note>
      )}
      {typedHurdle.trim() !== '' && hurdle === undefined && (
        <Note tone="amber" icon="alert">
          {messages.hurdleInvalid({ example })}
        </Note>
      )}
      {start.problem !== undefined && <Note tone="red">{start.problem}</Note>}
      {query.isError && (
        <Note tone="red" act={<Button onClick={() => query.refetch()}>{messages.tryAgain()}</Button>}>
          {sentenceFor(query.error)}
        </Note>
      )}
      {computed !== undefined && !query.isError && start.problem === undefined && (
        <HeatTable
          computed={computed}
          scenario={startingScenario(start.scenarios, computed.scenarioId).name}
          better={metrics.get(computed.table.metric_key)?.better}
          // A table of before knows nothing of this hurdle.
          hurdle={query.isPlaceholderData ? undefined : hurdle}
        />
      )}
    </section>
  )
}

/** The two-way table, or why there is none. */
export const TwoWayTableCard = (props: Omit<TwoWayTableProps, 'initial'>) => {
  const initial = usualTable(tableMetrics(useMetrics().values()))
  return initial === undefined ? (
    <section className="card" aria-label={messages.twoWayTable()}>
      <Note tone="plain">{messages.tooFewMetrics()}</Note>
    </section>
  ) : (
    <TwoWayTable {...props} initial={initial} />
  )
}
