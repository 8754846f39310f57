import type { Metric, ProbabilisticView, SimulatedMetric } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { DensityChart } from '../../../ui/chart/density-chart.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { formatProbability } from './format-probability.ts'
import { invalidSentence } from './invalid-sentence.ts'
import { LimitField } from './limit-field.tsx'
import { type Limit, limitOf } from './limits.ts'
import styles from './simulation-part.module.css'

interface DensityFigureProps {
  metric: Metric
  now: SimulatedMetric
  /** The same trials around the current value. */
  before: SimulatedMetric | undefined
  invalid: ProbabilisticView['invalid_draws'][string] | undefined
  samples: number
  /** A limit that the user entered. */
  asked: number | undefined
  onAsk: (limit: number | undefined) => void
}

const lineProbability = (limit: Limit | undefined): number => (limit?.kind === 'line' ? limit.probability : 0)

/** The message for breaching a limit. */
const breachMessage = ({ kind, side }: Limit) => {
  if (kind === 'now') return whatIfMessages.breachCurrent
  return side === 'above' ? whatIfMessages.breachAbove : whatIfMessages.breachBelow
}

interface BreachProps {
  limit: Limit
  /** The probability before the change; undefined: unknown, or the limit is the value before the change. */
  was: number | undefined
  words: (value: number) => string
}

const Breach = ({ limit, was, words }: BreachProps) => {
  const values = { probability: <b>{formatProbability(limit.probability)}</b>, limit: words(limit.value) }
  if (was === undefined) return breachMessage(limit).rich(values)
  const message = limit.side === 'above' ? whatIfMessages.breachAboveAndBefore : whatIfMessages.breachBelowAndBefore
  return message.rich({ ...values, before: formatProbability(was) })
}

/** The distribution of a metric, and the probability of breaching its limit. */
export const DensityFigure = ({ metric, now, before, invalid, samples, asked, onAsk }: DensityFigureProps) => {
  const words = (value: number) => formatMetric(value, metric.unit)
  const limit = limitOf(now, metric.better, asked)
  const was =
    limit?.kind === 'line' && before !== undefined ? lineProbability(limitOf(before, metric.better, asked)) : undefined
  const percentiles = { metric: metric.label, p5: words(now.p5), p50: words(now.p50), p95: words(now.p95) }
  const summary =
    limit === undefined
      ? whatIfMessages.distribution(percentiles)
      : whatIfMessages.distributionAndBreach({
          ...percentiles,
          breach: breachMessage(limit)({
            probability: formatProbability(limit.probability),
            limit: words(limit.value),
          }),
        })
  return (
    <figure>
      <figcaption>
        <b>{metric.label}</b>
        {limit !== undefined && (
          <span className={`${styles.breach} text-small text-fg-3`} data-bad={limit.probability >= 0.05 || undefined}>
            <Breach limit={limit} was={was} words={words} />
          </span>
        )}
      </figcaption>
      <DensityChart
        histogram={now.histogram}
        before={before?.histogram}
        percentiles={[
          { name: 'P5', value: now.p5 },
          { name: 'P50', value: now.p50 },
          { name: 'P95', value: now.p95 },
        ]}
        limit={
          limit && {
            value: limit.value,
            side: limit.side,
            label: (limit.kind === 'now' ? whatIfMessages.chartCurrent : whatIfMessages.chartLimit)({
              value: words(limit.value),
            }),
          }
        }
        format={words}
        summary={summary}
      />
      <LimitField metric={metric} limit={asked} onChange={onAsk} />
      {invalid !== undefined && invalid.total > 0 && (
        <p className="text-small text-amber">{invalidSentence(invalid, samples)}</p>
      )}
      <p className="text-small text-fg-3">
        {whatIfMessages.standardErrors({
          p5: words(now.standard_errors.p5),
          p50: words(now.standard_errors.p50),
          p95: words(now.standard_errors.p95),
        })}
        {!now.converged && ` ${whatIfMessages.notConverged()}`}
      </p>
    </figure>
  )
}
