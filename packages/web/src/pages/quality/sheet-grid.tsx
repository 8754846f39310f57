import type { DocumentCells } from '@deal-canvas/contract'
import { type CellPlace, type CellRange, cellName, columnName, isIn } from './cell-range.ts'

interface SheetGridProps {
  /** What of the sheet is shown. */
  window: CellRange
  cells: DocumentCells['cells'] | undefined
  /** What the person came for. */
  lit: CellRange
  label: string
  /** Another cell is chosen; undefined: none can be. */
  onChoose?: (place: CellPlace) => void
}

const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** A piece of a sheet as its readers know it, with letters and numbers at the edges. */
export const SheetGrid = ({ window, cells, lit, label, onChoose }: SheetGridProps) => {
  const byName = new Map(cells?.map((cell) => [cell.cell, cell]))
  const columns = span(window.from.column, window.to.column)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A wide sheet scrolls sideways, also by keyboard.
    <section className="sheet" tabIndex={0} aria-label={label} aria-busy={cells === undefined}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {span(window.from.row, window.to.row).map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
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
