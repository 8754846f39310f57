import type { FrozenCells, Metric } from '@deal-canvas/contract'

interface Props {
  frozen: FrozenCells
  metrics: ReadonlyMap<string, Pick<Metric, 'label'>>
  onOpen(place: { sheet: string; cell: string }): void
}

/** The cells that are not recalculated, why, and which metrics depend on them. */
export const FrozenCard = ({ frozen: { cells, cell_count: count }, metrics, onOpen }: Props) =>
  cells.length > 0 && (
    <section className="card quality-frozen" aria-label="Frozen cells">
      <h2>Frozen cells</h2>
      <p className="text-small text-fg-2">
        These cells cannot be recalculated and keep the value of the workbook. Metrics that depend on them do not follow
        a what-if through them; all other metrics are recalculated.
      </p>
      <ul className="mt-2 grid gap-2">
        {cells.map(({ sheet, cell, message, metrics: keys }) => (
          <li key={`${sheet}!${cell}`}>
            <button
              type="button"
              className="cell-link"
              onClick={() => onOpen({ sheet, cell })}
            >{`${sheet}!${cell}`}</button>{' '}
            {message.slice(`${sheet}!${cell} `.length)}
            <span className="block text-small text-fg-3">
              {`Affects ${keys.map((key) => metrics.get(key)?.label ?? key).join(', ')}`}
            </span>
          </li>
        ))}
      </ul>
      {count > cells.length && <p className="text-small text-fg-3">{`and ${count - cells.length} more cells`}</p>}
    </section>
  )
