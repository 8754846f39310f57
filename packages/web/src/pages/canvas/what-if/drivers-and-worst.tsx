import type { Metric, ProbabilisticView } from '@deal-canvas/contract'
import { TornadoChart } from '../../../ui/chart/tornado-chart.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { tornadoBars } from './tornado-bars.ts'

interface PartProps {
  metric: Metric
  view: ProbabilisticView
  metrics: ReadonlyMap<string, Metric>
}

/** What moves the metric most: each input alone at its P10 and at its P90, the others at base. */
export const Tornado = ({ metric, view, metrics }: PartProps) => {
  const tornado = tornadoBars(view, metric.metric_key, metrics)
  if (tornado === undefined) return null
  return (
    <figure>
      <figcaption>
        <b>{`What moves ${metric.label}`}</b>
        <span className="text-small text-fg-3">each input alone, others at base; P10 to P90</span>
      </figcaption>
      <TornadoChart
        bars={tornado.bars}
        middle={tornado.middle}
        better={metric.better}
        format={(value) => formatMetric(value, metric.unit)}
      />
    </figure>
  )
}

/** What the worst twentieth of the trials has in common. */
export const WorstDraws = ({ metric, view, metrics }: PartProps) => {
  const worst = view.metrics[metric.metric_key]?.worst
  if (worst === undefined || worst === null) return null
  return (
    <figure>
      <figcaption>
        <b>The worst 5% of trials</b>
        <span className="text-small text-fg-3">typical inputs in them</span>
      </figcaption>
      <table className="what-if-worst">
        <thead className="sr-only">
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">In the worst trials</th>
            <th scope="col">Usually</th>
          </tr>
        </thead>
        <tbody>
          <tr data-tone="worse">
            <th scope="row">{`Mean ${metric.label}`}</th>
            <td className="num typical">{formatMetric(worst.mean, metric.unit)}</td>
            <td className="num usual">
              {`usually ${formatMetric(view.metrics[metric.metric_key]?.mean ?? null, metric.unit)}`}
            </td>
          </tr>
          {Object.entries(worst.inputs).map(([key, { p50, usual }]) => {
            const input = metrics.get(key)
            return input === undefined ? null : (
              <tr key={key}>
                <th scope="row">{input.label}</th>
                <td className="num typical">{formatMetric(p50, input.unit)}</td>
                <td className="num usual">{`usually ${formatMetric(usual, input.unit)}`}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </figure>
  )
}
