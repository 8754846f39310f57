import type { DocumentCells } from '@deal-canvas/contract'
import { type CellPlace, type CellRange, cellName, columnName, isIn } from './cell-range.ts'
import { noLabels, type SheetLabels } from './sheet-labels.ts'

interface SheetGridProps {
  /** What of the sheet is shown. */
  window: CellRange
  cells: DocumentCells['cells'] | undefined
  /** What the person came for. */
  lit: CellRange
  label: string
  /** Further cells that stand out, such as other candidates. */
  marked?: ReadonlySet<string>
  /** What its rows and columns are called, where those cells lie outside of the window. */
  labels?: SheetLabels
  /** Another cell is chosen; undefined: none can be. */
  onChoose?: (place: CellPlace) => void
}

const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** A piece of a sheet as its readers know it: letters, numbers and labels stay at the edges while it is scrolled. */
export const SheetGrid = ({ window, cells, lit, marked, label, labels = noLabels, onChoose }: SheetGridProps) => {
  const byName = new Map(cells?.map((cell) => [cell.cell, cell]))
  const columns = span(window.from.column, window.to.column)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A wide sheet scrolls sideways, also by keyboard.
    <section className="sheet" tabIndex={0} aria-label={label} aria-busy={cells === undefined}>
      <table>
        <thead>
          <tr>
            <td className="corner" />
            {labels.rows.size > 0 && <td className="corner row-label" />}
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnName(column)}
              </th>
            ))}
          </tr>
          {labels.columns.size > 0 && (
            <tr className="column-labels">
              <td className="corner" />
              {labels.rows.size > 0 && <td className="corner row-label" />}
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
    <td className="row-label" />
  ) : (
    <th scope="row" className="row-label" title={name}>
      {name}
    </th>
  )
