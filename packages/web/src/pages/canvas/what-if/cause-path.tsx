import type { Metric } from '@deal-canvas/contract'
import { useId } from 'react'
import { WrongCell } from '../../../features/workbook-grid/wrong-cell.tsx'
import { whatIfMessages } from '../../../messages/what-if.ts'
import styles from './cause-path.module.css'
import drawerStyles from './drawer.module.css'
import { type Impact, toneOf } from './effects.ts'
import { cellOf } from './match-metrics.ts'

interface CausePathProps {
  impacts: readonly Impact[]
  chosen: Impact
  metrics: ReadonlyMap<string, Metric>
  onChoose: (metricKey: string) => void
}

/** How the change propagates to a metric, step by step from cause to effect. */
export const CausePath = ({ impacts, chosen, metrics, onChoose }: CausePathProps) => {
  const id = useId()
  // Steps have the workbook's labels; those that are metrics of the deal also have a cell to show.
  const cells = new Map([...metrics.values()].map((metric) => [metric.label, cellOf(metric)]))
  return (
    <section>
      <h3 className="flex items-center gap-2">
        <label htmlFor={id}>{whatIfMessages.pathTo()}</label>
        <select
          id={id}
          className={styles.select}
          value={chosen.metric_key}
          onChange={(event) => onChoose(event.target.value)}
        >
          {impacts.map(({ metric_key: key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </h3>
      <WrongCell metricKey={chosen.metric_key} />
      <ol className={styles.path} data-tone={toneOf(chosen.delta, metrics.get(chosen.metric_key)?.better)}>
        {chosen.path.map((step, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Two steps may have the same name, none moves.
          <li key={n}>
            <span className="truncate">{step}</span>
            <span className={drawerStyles.cell}>{cells.get(step)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
