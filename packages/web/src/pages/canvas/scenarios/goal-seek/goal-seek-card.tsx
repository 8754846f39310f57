import { canComment, type Metric, type Threshold } from '@deal-canvas/contract'
import { type ReactNode, useState } from 'react'
import { useCanvas, useMetrics } from '../../../../deal-data/canvas-query.ts'
import type { Scenarios } from '../../../../deal-data/scenarios-query.ts'
import { goalSeekMessages as messages } from '../../../../messages/goal-seek.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { formatMetric } from '../../../../ui/format-metric.ts'
import { Note } from '../../../../ui/note.tsx'
import { Picker } from '../../../../ui/picker.tsx'
import { useDebounced } from '../../../../ui/use-debounced.ts'
import { tableMetrics, usualTable } from '../../sensitivity/table-choice.ts'
import { readValue } from '../../what-if/read-value.ts'
import type { Ask } from '../asked.ts'
import { ScenarioPicker } from '../scenario-picker.tsx'
import { limitAsTyped } from '../thresholds/format-limit.ts'
import { type StartingNumbers, useStartingNumbers } from '../use-starting-numbers.ts'
import { GoalAnswer } from './goal-answer.tsx'
import styles from './goal-seek-card.module.css'
import { useGoalSeek } from './use-goal-seek.ts'

interface GoalSeekCardProps {
  /** The hurdles and covenants of the deal: the target starts with the one of the metric. */
  thresholds: readonly Threshold[]
  scenarios: Scenarios
  onAsk: Ask
}

/** Finds the input value that reaches a target, or says why there is none. */
export const GoalSeekCard = (props: GoalSeekCardProps) => {
  const initial = usualTable(tableMetrics(useMetrics().values()))
  const start = useStartingNumbers(props.scenarios, 'goal-seek')
  return (
    <section className="card" aria-label={messages.title()}>
      <header>
        <h2>{messages.title()}</h2>
        {initial !== undefined && <ScenarioPicker start={start} className={styles.scenario} />}
      </header>
      {initial === undefined ? (
        <Note tone="plain">{messages.tooFewMetrics()}</Note>
      ) : (
        <GoalSeek {...props} start={start} initial={{ input: initial.rows, metric: initial.output }} />
      )}
    </section>
  )
}

interface Choice {
  readonly input: string
  readonly metric: string
}

const hasValue = (metric: Metric | undefined): metric is Metric & { value: number } =>
  metric !== undefined && metric.value !== null

/** Time without typing after which the target is searched. */
const stillMs = 500

interface GoalSeekProps extends GoalSeekCardProps {
  start: StartingNumbers
  initial: Choice
}

const GoalSeek = ({ thresholds, onAsk, start, initial }: GoalSeekProps) => {
  const { deal } = useCanvas()
  const ofTheMemo = useMetrics()
  const { scenario, scenarioId, problem } = start
  const metrics = start.metrics ?? ofTheMemo
  const { outputs, inputs } = tableMetrics(ofTheMemo.values())
  const [choice, setChoice] = useState(initial)
  /** Undefined until the user types one. */
  const [ownTarget, setOwnTarget] = useState<string>()
  const input = metrics.get(choice.input)
  const metric = metrics.get(choice.metric)
  const threshold = thresholds.find(({ metric_key: key }) => key === choice.metric)
  const typed = ownTarget ?? (threshold === undefined ? '' : limitAsTyped(threshold))
  const target = useDebounced(metric === undefined ? undefined : readValue(typed, metric.unit), stillMs)
  const example = metric === undefined ? '' : formatMetric(metric.value, metric.unit)
  const numbers = [...metrics.values()].map(({ value }) => value).join(' ')
  const query = useGoalSeek(
    target === undefined || start.metrics === undefined
      ? undefined
      : {
          metric_key: choice.metric,
          target,
          input: choice.input,
          ...(scenarioId === undefined ? {} : { scenario_id: scenarioId }),
        },
    numbers,
  )
  // While a new target is searched, the former answer is not an answer to it.
  const found = target === undefined || query.isPlaceholderData ? undefined : query.data
  const other = metrics.get(inputs.find(({ metric_key: key }) => key !== choice.input)?.metric_key ?? '')
  const isInvalid = typed.trim() !== '' && metric !== undefined && readValue(typed, metric.unit) === undefined
  const word = (text: ReactNode): ReactNode => <span>{text}</span>
  return (
    <div className={styles.body}>
      <div className={styles.question}>
        {messages.question.rich({
          word,
          // The question mark is never alone in a line.
          end: (content: ReactNode): ReactNode => <span className={styles.end}>{content}</span>,
          input: (
            <Picker
              key="input"
              aria-label={messages.input()}
              choices={choicesOf(inputs)}
              chosen={choice.input}
              onChoose={(key) => setChoice({ ...choice, input: key })}
            />
          ),
          metric: (
            <Picker
              key="metric"
              aria-label={messages.metric()}
              choices={choicesOf(outputs)}
              chosen={choice.metric}
              onChoose={(key) => {
                setChoice({ ...choice, metric: key })
                setOwnTarget(undefined)
              }}
            />
          ),
          target: (
            <input
              key="target"
              className={`input ${styles.target}`}
              inputMode="decimal"
              autoComplete="off"
              aria-label={messages.target()}
              aria-invalid={isInvalid || undefined}
              placeholder={messages.targetHint({ example })}
              value={typed}
              onChange={(event) => setOwnTarget(event.target.value)}
            />
          ),
        })}
      </div>
      {typed.trim() === '' && <p className="text-small text-fg-3">{messages.enterTarget()}</p>}
      {isInvalid && (
        <Note tone="amber" icon="alert">
          {messages.targetInvalid({ example })}
        </Note>
      )}
      {problem !== undefined && <Note tone="red">{problem}</Note>}
      {query.isError && target !== undefined && (
        <Note tone="red" act={<Button onClick={() => query.refetch()}>{messages.tryAgain()}</Button>}>
          {sentenceFor(query.error)}
        </Note>
      )}
      {query.isFetching && (
        <p className="text-small text-fg-3" role="status">
          {messages.calculating()}
        </p>
      )}
      {found !== undefined && !query.isError && hasValue(input) && hasValue(metric) && (
        <GoalAnswer
          key={`${choice.input} ${choice.metric} ${target} ${scenario.id}`}
          found={found}
          input={input}
          metric={metric}
          other={hasValue(other) ? other : undefined}
          numbers={numbers}
          // A scenario cannot be based on a case of the workbook.
          onSave={canComment(deal) && scenario.kind !== 'workbook' ? onAsk : undefined}
          scenario={scenario}
          scenarioId={scenarioId}
        />
      )}
    </div>
  )
}

const choicesOf = (metrics: readonly Metric[]) =>
  metrics.map(({ metric_key: key, label }): [string, string] => [key, label])
