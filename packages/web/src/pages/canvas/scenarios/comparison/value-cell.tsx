import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { Icon } from '../../../../ui/icon.tsx'
import type { Mark } from './marks.ts'
import styles from './value-cell.module.css'

interface ValueCellProps {
  value: string
  /** The difference to Base; empty: none. */
  delta: string
  tone?: 'better' | 'worse' | 'plain'
  mark?: Mark
  /** The limits that it breaches. */
  breaches: readonly string[]
  /** For an input: whether the scenario sets it. */
  look?: 'set' | 'same'
}

const marks = {
  best: { sign: '▲', name: messages.best() },
  worst: { sign: '▼', name: messages.worst() },
}

/** A value, its difference to Base, and what is remarkable about it. */
export const ValueCell = ({ value, delta, tone = 'plain', mark, breaches, look }: ValueCellProps) => (
  <span className={styles.value} data-look={look} data-breached={breaches.length > 0 || undefined}>
    <b>
      {mark !== undefined && (
        <i className={styles.mark} data-mark={mark} title={marks[mark].name}>
          <span aria-hidden="true">{marks[mark].sign}</span>
          <span className="sr-only">{marks[mark].name} </span>
        </i>
      )}
      {value}
    </b>
    <span className={styles.delta} data-tone={tone}>
      {delta}
    </span>
    {breaches.map((breach) => (
      <span key={breach} className={styles.breach}>
        <Icon name="warn" size={12} />
        {breach}
      </span>
    ))}
  </span>
)
