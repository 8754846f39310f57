import type { KpiView } from '@deal-canvas/memo'
import { LiveNumber } from '../live-number.tsx'
import styles from './memo-block.module.css'

/** Key figures. Their values are live, so that a what-if shows in them like in the text. */
export const KpiRow = ({ view: { items } }: { view: KpiView }) => (
  <dl className={styles.kpis}>
    {items.map(({ metric, label, note, breached }) => (
      <div key={metric}>
        <dt>{label}</dt>
        <dd>
          <LiveNumber metricKey={metric} writtenAt={undefined} inLink={false} />
          {note !== undefined && (
            <span className={styles.note} data-breached={breached}>
              {note}
            </span>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
