import type { Metric, ProbabilisticView } from '@deal-canvas/contract'
import { TornadoChart } from '../../../ui/chart/tornado-chart.tsx'
import { metricInWords } from '../../../ui/metric-in-words.ts'

interface PartProps {
  metric: Metric
  view: ProbabilisticView
  metrics: ReadonlyMap<string, Metric>
}

/** What moves the metric most, each input alone from its P5 to its P95. */
export const Drivers = ({ metric, view, metrics }: PartProps) => {
  const middle = view.metrics[metric.metric_key]?.after
  const bars = (view.drivers[metric.metric_key] ?? [])
    .filter(({ when_low: low, when_high: high }) => low !== high)
    .map(({ metric_key: key, when_low: low, when_high: high }) => ({
      key,
      label: metrics.get(key)?.label ?? key,
      low,
      high,
    }))
    .sort((one, other) => Math.abs(other.high - other.low) - Math.abs(one.high - one.low))
  if (bars.length === 0 || middle === undefined || middle === null) return null
  return (
    <figure>
      <figcaption>
        <b>{`What moves ${metric.label}`}</b>
        <span className="text-small text-fg-3">each input alone, P5 to P95</span>
      </figcaption>
      <TornadoChart
        bars={bars}
        middle={middle}
        better={metric.better}
        format={(value) => metricInWords(value, metric.unit)}
      />
    </figure>
  )
}

/** What the worst twentieth of the draws has in common. */
export const WorstDraws = ({ metric, view, metrics }: PartProps) => {
  const worst = view.metrics[metric.metric_key]?.worst
  if (worst === undefined || worst === null) return null
  return (
    <figure>
      <figcaption>
        <b>The worst 5% of draws</b>
        <span className="text-small text-fg-3">typical inputs in them</span>
      </figcaption>
      <table className="what-if-worst">
        <thead className="sr-only">
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">In the worst draws</th>
            <th scope="col">Usually</th>
          </tr>
        </thead>
        <tbody>
          <tr data-tone="worse">
            <th scope="row">{`Mean ${metric.label}`}</th>
            <td className="num typical">{metricInWords(worst.mean, metric.unit)}</td>
            <td className="num usual">
              {`usually ${metricInWords(view.metrics[metric.metric_key]?.mean ?? null, metric.unit)}`}
            </td>
          </tr>
          {Object.entries(worst.inputs).map(([key, { p50, usual }]) => {
            const input = metrics.get(key)
            return input === undefined ? null : (
              <tr key={key}>
                <th scope="row">{input.label}</th>
                <td className="num typical">{metricInWords(p50, input.unit)}</td>
                <td className="num usual">{`usually ${metricInWords(usual, input.unit)}`}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </figure>
  )
}
