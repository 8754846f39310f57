import type { Metric, ProbabilisticView, SimulatedMetric } from '@deal-canvas/contract'
import { DensityChart } from '../../../ui/chart/density-chart.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { invalidSentence } from './invalid-sentence.ts'
import { LimitField } from './limit-field.tsx'
import { type Limit, limitOf } from './limits.ts'

interface DensityFigureProps {
  metric: Metric
  now: SimulatedMetric
  /** The same draws around the value of now. */
  before: SimulatedMetric | undefined
  invalid: ProbabilisticView['invalid_draws'][string] | undefined
  samples: number
  /** What somebody asked about. */
  asked: number | undefined
  onAsk: (limit: number | undefined) => void
}

const percent = (share: number): string => {
  const hundred = share * 100
  if (hundred > 0 && hundred < 1) return 'under 1%'
  return hundred < 100 && hundred > 99 ? 'over 99%' : `${Math.round(hundred)}%`
}

const formatLimit = ({ value, side, kind }: Limit, words: (value: number) => string): string =>
  kind === 'now' ? `worse than ${words(value)} now` : `${side} ${words(value)}`

/** The distribution of a metric, and how likely the bad side of its limit is. */
export const DensityFigure = ({ metric, now, before, invalid, samples, asked, onAsk }: DensityFigureProps) => {
  const words = (value: number) => formatMetric(value, metric.unit)
  const limit = limitOf(now, metric.better, asked)
  const was = limit?.kind === 'line' && before !== undefined ? limitOf(before, metric.better, asked) : undefined
  const breach = limit === undefined ? undefined : `${percent(limit.probability)} ${formatLimit(limit, words)}`
  const summary = `${metric.label}: P5 ${words(now.p5)}, P50 ${words(now.p50)}, P95 ${words(now.p95)}${breach === undefined ? '' : `, ${breach}`}`
  return (
    <figure>
      <figcaption>
        <b>{metric.label}</b>
        {limit !== undefined && (
          <span className="breach text-small text-fg-3" data-bad={limit.probability >= 0.05 || undefined}>
            <b>{percent(limit.probability)}</b> {formatLimit(limit, words)}
            {limit.kind === 'line' &&
              before !== undefined &&
              `, was ${percent(was?.kind === 'line' ? was.probability : 0)}`}
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
            label: limit.kind === 'now' ? `Now ${words(limit.value)}` : `Limit ${words(limit.value)}`,
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
        {`Standard error: P5 ±${words(now.standard_errors.p5)}, P50 ±${words(now.standard_errors.p50)}, P95 ±${words(now.standard_errors.p95)}.`}
        {!now.converged && ' Not converged: run more trials before relying on the percentiles.'}
      </p>
    </figure>
  )
}
