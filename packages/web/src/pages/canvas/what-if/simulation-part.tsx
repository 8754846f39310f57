import type { Metric, ProbabilisticView } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Note } from '../../../ui/note.tsx'
import { DensityFigure } from './density-figure.tsx'
import { Tornado, WorstDraws } from './drivers-and-worst.tsx'
import { droppedSentences } from './dropped-sentences.ts'
import type { Impact } from './effects.ts'
import styles from './simulation-part.module.css'

const hasLine = (view: ProbabilisticView, key: string): boolean =>
  Object.keys(view.metrics[key]?.probability_of ?? {}).some((name) => /^(below|above)_-?\d/.test(name))

/** The two metrics to chart: the chosen one, and the strongest effect with a limit that can be breached. */
const chartedMetrics = (view: ProbabilisticView, impacts: readonly Impact[], chosen: string): string[] => {
  const spread = impacts.map(({ metric_key: key }) => key).filter((key) => (view.metrics[key]?.stdev ?? 0) > 0)
  const [first = spread[0]] = spread.filter((key) => key === chosen)
  const others = spread.filter((key) => key !== first)
  const second = others.find((key) => hasLine(view, key)) ?? others[0]
  return [first, second].filter((key) => key !== undefined)
}

interface SimulationPartProps {
  view: ProbabilisticView | undefined
  before: ProbabilisticView | undefined
  error: Error | null
  /** The service's reason why there is no simulation. */
  failure: string | undefined
  /** A newer simulation is running; the old result stays visible. */
  busy: boolean
  impacts: readonly Impact[]
  chosen: string
  metrics: ReadonlyMap<string, Metric>
  /** Limits that the user entered, by metric. */
  limits: ReadonlyMap<string, number>
  onLimits: (limits: ReadonlyMap<string, number>) => void
}

export const SimulationPart = (props: SimulationPartProps) => {
  const { view, before, error, failure, busy, impacts, chosen, metrics, limits, onLimits } = props
  if (error !== null) return <Note tone="red">{sentenceFor(error)}</Note>
  if (failure !== undefined) return <Note tone="amber">{whatIfMessages.simulationFailed({ reason: failure })}</Note>
  if (view === undefined) return <div className={styles.blank} aria-hidden="true" />
  const charted = chartedMetrics(view, impacts, chosen).flatMap((key) => metrics.get(key) ?? [])
  const [first] = charted
  if (first === undefined) return <p className="text-fg-2">{whatIfMessages.noneSimulated()}</p>
  return (
    <div className={styles.figures} data-busy={busy || undefined}>
      {view.degraded && (
        <Note tone="amber">
          {whatIfMessages.fewerTrials({ requested: view.requested_samples, trials: view.samples })}
        </Note>
      )}
      {charted.flatMap((metric) => {
        const key = metric.metric_key
        const now = view.metrics[key]
        return now === undefined
          ? []
          : [
              <DensityFigure
                key={key}
                metric={metric}
                now={now}
                before={before?.metrics[key]}
                invalid={view.invalid_draws[key]}
                samples={view.samples}
                asked={limits.get(key)}
                onAsk={(limit) => {
                  const others = [...limits].filter(([other]) => other !== key)
                  onLimits(new Map(limit === undefined ? others : [...others, [key, limit]]))
                }}
              />,
            ]
      })}
      {droppedSentences(view, metrics).map((sentence) => (
        <p key={sentence} className="text-small text-amber">
          {sentence}
        </p>
      ))}
      <Tornado metric={first} view={view} metrics={metrics} />
      <WorstDraws metric={first} view={view} metrics={metrics} />
    </div>
  )
}
