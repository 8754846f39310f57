import type { ComparedMetric } from '@deal-canvas/contract'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { Icon } from '../../../../ui/icon.tsx'
import styles from './comparison-table.module.css'

interface MetricHeadProps {
  metric: ComparedMetric
  /** Given for a row that the user added. */
  onRemove: (() => void) | undefined
}

/** The name of a row. */
export const MetricHead = ({ metric: { label, is_unconfirmed: isUnconfirmed }, onRemove }: MetricHeadProps) => (
  <th scope="row" className={styles.label}>
    <span>{label}</span>
    {isUnconfirmed && (
      <span className="chip amber" title={messages.unconfirmedHint()}>
        {messages.unconfirmed()}
      </span>
    )}
    {onRemove !== undefined && (
      <button
        type="button"
        className="btn ghost icon"
        aria-label={messages.removeRow({ metric: label })}
        onClick={onRemove}
      >
        <Icon name="close" size={12} />
      </button>
    )}
  </th>
)
