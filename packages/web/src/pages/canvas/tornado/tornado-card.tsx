import type { Scenario, SimulatedOutput, SimulatedScenario, Threshold } from '@deal-canvas/contract'
import { useState } from 'react'
import { useMetrics } from '../../../deal-data/canvas-query.ts'
import { tornadoMessages as messages } from '../../../messages/tornado.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMetric, seriesFormatter } from '../../../ui/format-metric.ts'
import { LabeledPicker } from '../../../ui/labeled-picker.tsx'
import { useRememberedScenario } from '../scenarios/remembered-scenario.ts'
import { formatThreshold } from '../scenarios/thresholds/format-limit.ts'
import { plotOf } from './plot.ts'
import { tornadoBars, withoutResult } from './tornado-bars.ts'
import styles from './tornado-card.module.css'
import { TornadoPlot } from './tornado-plot.tsx'

/** A scenario with its simulation. */
export interface SimulatedColumn {
  readonly scenario: Scenario
  readonly simulated: SimulatedScenario
}

interface TornadoCardProps {
  /** The scenarios that were simulated without an error. */
  columns: readonly SimulatedColumn[]
  thresholds: readonly Threshold[]
  isOutdated: boolean
}

/** Which uncertain inputs move an output most, in one scenario. */
export const TornadoCard = ({ columns, thresholds, isOutdated }: TornadoCardProps) => {
  const [scenarioId, setScenarioId] = useRememberedScenario('tornado')
  const [metricKey, setMetricKey] = useState<string>()
  const column =
    columns.find(({ scenario }) => scenario.id === scenarioId) ??
    columns.find(({ scenario }) => scenario.is_presented) ??
    columns[0]
  const outputs = column?.simulated.outputs ?? []
  const output = outputs.find(({ metric_key: key }) => key === metricKey) ?? outputs[0]
  return (
    <Card
      title={messages.title()}
      act={
        isOutdated && (
          <span className="chip amber" title={messages.outdatedHint()}>
            {messages.outdated()}
          </span>
        )
      }
    >
      {column === undefined ? (
        <p className={styles.none}>{messages.none()}</p>
      ) : (
        <>
          <div className={styles.pickers}>
            {output !== undefined && (
              <LabeledPicker
                label={messages.output()}
                className={styles.picker}
                choices={outputs.map(({ metric_key: key, label }) => [key, label])}
                chosen={output.metric_key}
                onChoose={setMetricKey}
              />
            )}
            <LabeledPicker
              label={messages.scenario()}
              className={styles.picker}
              choices={columns.map(({ scenario: { id, name } }) => [id, name])}
              chosen={column.scenario.id}
              onChoose={setScenarioId}
            />
          </div>
          {output === undefined ? (
            <p className={styles.none}>{messages.noOutputs({ scenario: column.scenario.name })}</p>
          ) : (
            <Tornado
              key={`${column.scenario.id} ${output.metric_key}`}
              output={output}
              scenario={column.scenario.name}
              threshold={thresholds.find(({ metric_key: key }) => key === output.metric_key)}
            />
          )}
        </>
      )}
    </Card>
  )
}

/** Bars that are shown first: the others follow on request. */
const firstBars = 10

interface TornadoProps {
  output: SimulatedOutput
  scenario: string
  threshold: Threshold | undefined
}

const Tornado = ({ output, scenario, threshold }: TornadoProps) => {
  const metrics = useMetrics()
  const [isAll, setAll] = useState(false)
  const { label: metric, unit, value: middle, tornado } = output
  const bars = tornadoBars(middle, tornado, metrics)
  const broken = withoutResult(tornado, metrics)
  const shown = isAll ? bars : bars.slice(0, firstBars)
  const limit = threshold && {
    value: threshold.value,
    label: (threshold.kind === 'covenant' ? messages.covenant : messages.hurdle)({ value: formatThreshold(threshold) }),
  }
  if (middle === null) return <p className={styles.none}>{messages.noBase({ metric, scenario })}</p>
  const better = metrics.get(output.metric_key)?.better
  const format = seriesFormatter([middle, ...bars.flatMap(({ low, high }) => [low, high])], unit)
  return (
    <div className={styles.body}>
      <p className="text-small text-fg-3">{messages.hint()}</p>
      {bars.length === 0 ? (
        <p className="text-fg-2">{messages.noBars({ metric })}</p>
      ) : (
        <TornadoPlot
          label={messages.label({ metric, scenario })}
          bars={shown}
          middle={middle}
          baseLabel={messages.base({ value: format(middle) })}
          limit={limit}
          better={better}
          format={format}
          formatInput={(key, value) => formatMetric(value, metrics.get(key)?.unit ?? 'ratio')}
        />
      )}
      {limit !== undefined && bars.length > 0 && plotOf(shown, middle, limit.value).limitAt === undefined && (
        <p className="text-small text-fg-3">{messages.limitOutside({ limit: limit.label })}</p>
      )}
      {broken.length > 0 && (
        <p className="text-small text-amber">{messages.withoutResult({ inputs: broken.join(', ') })}</p>
      )}
      {bars.length > 0 && better !== undefined && better !== null && (
        <p className={styles.legend}>
          <span>
            <i data-tone="better" />
            {messages.better()}
          </span>
          <span>
            <i data-tone="worse" />
            {messages.worse()}
          </span>
        </p>
      )}
      {bars.length > firstBars && (
        <div>
          <Button look="ghost" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? messages.showFewer() : messages.showAll({ count: bars.length - firstBars })}
          </Button>
        </div>
      )}
    </div>
  )
}
