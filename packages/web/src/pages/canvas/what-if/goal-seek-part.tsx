import { goalSeek, type Metric, type StrongInput } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { Note } from '../../../ui/note.tsx'
import { formatGoalSeek } from './format-goal-seek.ts'
import { rankInputs } from './rank-inputs.ts'

interface GoalSeekPartProps {
  metric: Metric
  target: number
  metrics: ReadonlyMap<string, Metric>
  /** The inputs with the largest effect on the metric; empty until the preview has returned them. */
  strongest: readonly StrongInput[]
}

const Options = ({ metrics }: { metrics: readonly Metric[] }) =>
  metrics.map(({ metric_key: key, label }) => (
    <option key={key} value={key}>
      {label}
    </option>
  ))

/** Finds the value of an input at which a computed metric reaches its target. */
export const GoalSeekPart = ({ metric, target, metrics, strongest }: GoalSeekPartProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const id = useId()
  const { strong, others } = rankInputs(metrics.values(), strongest)
  const [picked, setPicked] = useState<string>()
  const chosen = picked ?? (strong[0] ?? others[0])?.metric_key ?? ''
  const input = metrics.get(chosen)
  const seek = useMutation({
    mutationFn: () =>
      client.call(goalSeek, {
        params: { deal_id: dealId },
        body: { metric_key: metric.metric_key, target, input: chosen },
      }),
  })
  if (chosen === '') return null
  const found = seek.data?.input === chosen && seek.data.target === target ? seek.data : undefined
  return (
    <section className="px-5 pb-3" aria-label={whatIfMessages.goalSeek()}>
      <label className="label" htmlFor={id}>
        {whatIfMessages.goalSeekQuestion({ value: formatMetric(target, metric.unit) })}
      </label>
      <div className="flex gap-2">
        <select id={id} className="input" value={chosen} onChange={(event) => setPicked(event.target.value)}>
          {strong.length === 0 ? (
            <Options metrics={others} />
          ) : (
            <>
              <optgroup label={whatIfMessages.strongestInputs()}>
                <Options metrics={strong} />
              </optgroup>
              <optgroup label={whatIfMessages.otherInputs()}>
                <Options metrics={others} />
              </optgroup>
            </>
          )}
        </select>
        <Button busy={seek.isPending} onClick={() => seek.mutate()}>
          {whatIfMessages.findValue()}
        </Button>
      </div>
      {seek.isError && <Note tone="red">{sentenceFor(seek.error)}</Note>}
      {found !== undefined && input !== undefined && (
        <>
          <p>{formatGoalSeek(found, { metric, input })}</p>
          {found.solutions.length > 0 && (
            <Link to="/canvas/$dealId" params={{ dealId }} search={{ whatIf: chosen }} className="btn soft">
              {whatIfMessages.openWhatIf({ metric: input.label })}
            </Link>
          )}
        </>
      )}
    </section>
  )
}
