import type { Metric, ProbabilisticView } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { TornadoChart } from '../../../ui/chart/tornado-chart.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { tornadoBars } from '../tornado/tornado-bars.ts'
import drawerStyles from './drawer.module.css'
import styles from './drivers-and-worst.module.css'

interface PartProps {
  metric: Metric
  view: ProbabilisticView
  metrics: ReadonlyMap<string, Metric>
}

/** The inputs with the largest effect on the metric: each alone at its P10 and P90, the others at base. */
export const Tornado = ({ metric, view, metrics }: PartProps) => {
  const middle = view.metrics[metric.metric_key]?.before ?? null
  const bars = tornadoBars(middle, view.tornado[metric.metric_key] ?? [], metrics)
  if (middle === null || bars.length === 0) return null
  return (
    <figure>
      <figcaption>
        <b>{whatIfMessages.drivers({ metric: metric.label })}</b>
        <span className="text-small text-fg-3">{whatIfMessages.driversHint()}</span>
      </figcaption>
      <TornadoChart
        bars={bars}
        middle={middle}
        better={metric.better}
        format={(value) => formatMetric(value, metric.unit)}
      />
    </figure>
  )
}

/** What the worst 5% of the trials have in common. */
export const WorstDraws = ({ metric, view, metrics }: PartProps) => {
  const worst = view.metrics[metric.metric_key]?.worst
  if (worst === undefined || worst === null) return null
  return (
    <figure>
      <figcaption>
        <b>{whatIfMessages.worst()}</b>
        <span className="text-small text-fg-3">{whatIfMessages.worstHint()}</span>
      </figcaption>
      <table className={styles.worst}>
        <thead className="sr-only">
          <tr>
            <th scope="col">{whatIfMessages.metric()}</th>
            <th scope="col">{whatIfMessages.worstColumn()}</th>
            <th scope="col">{whatIfMessages.usualColumn()}</th>
          </tr>
        </thead>
        <tbody>
          <tr data-tone="worse">
            <th scope="row">{whatIfMessages.meanOf({ metric: metric.label })}</th>
            <td className={`${drawerStyles.num} ${styles.typical}`}>{formatMetric(worst.mean, metric.unit)}</td>
            <td className={`${drawerStyles.num} ${styles.usual}`}>
              {whatIfMessages.usually({
                value: formatMetric(view.metrics[metric.metric_key]?.mean ?? null, metric.unit),
              })}
            </td>
          </tr>
          {Object.entries(worst.inputs).map(([key, { p50, usual }]) => {
            const input = metrics.get(key)
            return input === undefined ? null : (
              <tr key={key}>
                <th scope="row">{input.label}</th>
                <td className={`${drawerStyles.num} ${styles.typical}`}>{formatMetric(p50, input.unit)}</td>
                <td className={`${drawerStyles.num} ${styles.usual}`}>
                  {whatIfMessages.usually({ value: formatMetric(usual, input.unit) })}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </figure>
  )
}
