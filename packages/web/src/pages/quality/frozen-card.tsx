import type { FrozenCells, Metric } from '@deal-canvas/contract'
import { qualityMessages as messages } from '../../messages/quality.ts'
import styles from './cell-link.module.css'

interface Props {
  frozen: FrozenCells
  metrics: ReadonlyMap<string, Pick<Metric, 'label'>>
  onOpen(place: { sheet: string; cell: string }): void
}

/** The cells that are not recalculated, why, and which metrics depend on them. */
export const FrozenCard = ({ frozen: { cells, cell_count: count }, metrics, onOpen }: Props) =>
  cells.length > 0 && (
    <section className="card" aria-label={messages.frozenCells()}>
      <h2>{messages.frozenCells()}</h2>
      <p className="text-small text-fg-2">{messages.frozenHint()}</p>
      <ul className="mt-2 grid gap-2">
        {cells.map(({ sheet, cell, message, metrics: keys }) => (
          <li key={`${sheet}!${cell}`}>
            <button
              type="button"
              className={styles.cellLink}
              onClick={() => onOpen({ sheet, cell })}
            >{`${sheet}!${cell}`}</button>{' '}
            {message.slice(`${sheet}!${cell} `.length)}
            <span className="block text-small text-fg-3">
              {messages.frozenAffects({ metrics: keys.map((key) => metrics.get(key)?.label ?? key).join(', ') })}
            </span>
          </li>
        ))}
      </ul>
      {count > cells.length && (
        <p className="text-small text-fg-3">{messages.frozenMore({ count: count - cells.length })}</p>
      )}
    </section>
  )
