import type { DocumentCells } from '@deal-canvas/contract'
import { type CellPlace, type CellRange, cellName, columnName, isIn } from './cell-range.ts'
import styles from './sheet-grid.module.css'
import { noLabels, type SheetLabels } from './sheet-labels.ts'

interface SheetGridProps {
  /** A window scrolls with sticky headers; an excerpt is a few cells to compare. */
  look: 'window' | 'excerpt'
  /** The visible part of the sheet. */
  window: CellRange
  cells: DocumentCells['cells'] | undefined
  /** The highlighted cells that the user came for. */
  lit: CellRange
  label: string
  /** Other cells to mark, such as alternatives. */
  marked?: ReadonlySet<string>
  /** Labels of its rows and columns, if those cells are outside the window. */
  labels?: SheetLabels
  /** Called when another cell is chosen; undefined: cells cannot be chosen. */
  onChoose?: (place: CellPlace) => void
}

const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** A part of a sheet; column letters, row numbers and labels stay visible while scrolling. */
export const SheetGrid = ({ look, window, cells, lit, marked, label, labels = noLabels, onChoose }: SheetGridProps) => {
  const byName = new Map(cells?.map((cell) => [cell.cell, cell]))
  const columns = span(window.from.column, window.to.column)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A wide sheet scrolls sideways, also by keyboard.
    <section className={styles.sheet} data-look={look} tabIndex={0} aria-label={label} aria-busy={cells === undefined}>
      <table>
        <thead>
          <tr>
            <td className={styles.corner} />
            {labels.rows.size > 0 && <td className={`${styles.corner} ${styles.rowLabel}`} />}
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnName(column)}
              </th>
            ))}
          </tr>
          {labels.columns.size > 0 && (
            <tr className={styles.columnLabels}>
              <td className={styles.corner} />
              {labels.rows.size > 0 && <td className={`${styles.corner} ${styles.rowLabel}`} />}
              {columns.map((column) => {
                const name = labels.columns.get(column)
                return name === undefined ? (
                  <td key={column} />
                ) : (
                  <th key={column} scope="col">
                    {name}
                  </th>
                )
              })}
            </tr>
          )}
        </thead>
        <tbody>
          {span(window.from.row, window.to.row).map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {labels.rows.size > 0 && <RowLabel name={labels.rows.get(row)} />}
              {columns.map((column) => {
                const place = { row, column }
                const cell = byName.get(cellName(place))
                const isLit = isIn(lit, place)
                const words = cell?.text ?? ''
                return (
                  <td
                    key={column}
                    data-type={cell?.type}
                    data-formula={(cell?.formula ?? null) !== null || undefined}
                    data-marked={marked?.has(cellName(place)) || undefined}
                    aria-current={isLit || undefined}
                    title={words.length > 16 ? words : undefined}
                  >
                    {onChoose === undefined || cell === undefined ? (
                      words
                    ) : (
                      <button type="button" aria-label={`${cellName(place)}: ${words}`} onClick={() => onChoose(place)}>
                        {words}
                      </button>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const RowLabel = ({ name }: { name: string | undefined }) =>
  name === undefined ? (
    <td className={styles.rowLabel} />
  ) : (
    <th scope="row" className={styles.rowLabel} title={name}>
      {name}
    </th>
  )
