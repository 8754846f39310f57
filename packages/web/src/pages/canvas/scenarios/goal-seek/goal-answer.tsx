import type { Metric, Scenario } from '@deal-canvas/contract'
import { useState } from 'react'
import { goalSeekMessages as messages } from '../../../../messages/goal-seek.ts'
import { Button } from '../../../../ui/button.tsx'
import { formatChange, formatMetric, seriesFormatter } from '../../../../ui/format-metric.ts'
import { Note } from '../../../../ui/note.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import { useTwoWayTable } from '../../sensitivity/use-two-way-table.ts'
import { formatGoalSeek } from '../../what-if/format-goal-seek.ts'
import type { Ask } from '../asked.ts'
import { curveValues } from './curve.ts'
import { GoalCurve } from './goal-curve.tsx'
import styles from './goal-seek-card.module.css'
import type { GoalSeekResult } from './use-goal-seek.ts'

interface GoalAnswerProps {
  found: GoalSeekResult
  input: Metric & { value: number }
  metric: Metric & { value: number }
  /** Another input, held at its value while the curve is computed; undefined: there is none, and no curve. */
  other: (Metric & { value: number }) | undefined
  numbers: string
  /** Undefined: the user cannot create scenarios. */
  onSave: Ask | undefined
  /** The scenario whose numbers were searched. */
  scenario: Scenario
  /** Sent with the request; undefined: the numbers of the memo. */
  scenarioId: string | undefined
}

const isWhole = ({ unit }: Metric): boolean => unit === 'count' || unit === 'months'

/** The solution, its difference to the present value, and the curve. */
export const GoalAnswer = (props: GoalAnswerProps) => {
  const { found, input, metric, other, numbers, onSave, scenario, scenarioId } = props
  const solutions = found.solutions.map(({ input_value: value }) => value)
  const [picked, setPicked] = useState('0')
  const solution = solutions[Number(picked)] ?? solutions[0]
  const format = seriesFormatter([input.value, ...solutions], input.unit)
  const values = curveValues({
    present: input.value,
    solutions,
    from: found.from,
    to: found.to,
    isWhole: isWhole(input),
  })
  const curve = useTwoWayTable(
    other && {
      metric_key: metric.metric_key,
      rows: { metric_key: other.metric_key, values: [other.value] },
      columns: { metric_key: input.metric_key, values },
      ...(scenarioId === undefined ? {} : { scenario_id: scenarioId }),
    },
    numbers,
  )
  const computed = curve.isPlaceholderData ? undefined : curve.data
  const results = computed?.rows[0]
  return (
    <>
      {solutions.length > 1 && (
        <Segments
          label={messages.solutions()}
          choices={solutions.map((value, n) => [String(n), format(value)] as const)}
          chosen={picked}
          onChoose={setPicked}
        />
      )}
      {solution !== undefined && (
        <p className={styles.answer}>
          <b>{format(solution)}</b>
          <span>
            {solution === input.value
              ? messages.same({ scenario: scenario.name })
              : messages.difference({
                  difference: formatChange(solution - input.value, input.unit),
                  current: format(input.value),
                  scenario: scenario.name,
                })}
          </span>
        </p>
      )}
      {solutions.length === 1 && found.reason === null ? (
        <p className="sr-only" role="status">
          {formatGoalSeek(found, { metric, input })}
        </p>
      ) : (
        <Note tone={solutions.length === 0 ? 'amber' : 'plain'} icon="alert">
          {formatGoalSeek(found, { metric, input })}
        </Note>
      )}
      {computed !== undefined && results !== undefined && (
        <GoalCurve
          input={input}
          metric={metric}
          values={computed.table.columns.values}
          results={results}
          scenario={scenario.name}
          present={{ x: input.value, y: metric.value }}
          target={found.target}
          solutions={solutions}
        />
      )}
      {onSave !== undefined && solution !== undefined && (
        <div>
          <Button
            onClick={() =>
              onSave({
                act: 'create',
                start: {
                  name: messages.scenarioName({ input: input.label, value: formatMetric(solution, input.unit) }),
                  basedOn: { id: scenario.id },
                  override: { metric_key: input.metric_key, value: solution },
                },
              })
            }
          >
            {messages.saveAsScenario()}
          </Button>
        </div>
      )}
    </>
  )
}
