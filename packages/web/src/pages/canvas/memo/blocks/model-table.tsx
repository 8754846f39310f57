import type { TableCell, TableView } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../../../messages/blocks.ts'
import styles from './memo-block.module.css'
import { Scrolled } from './scrolled.tsx'
import { SourceLink } from './source-link.tsx'

const Cell = ({ cell: { text, isText, changed, breached } }: { cell: TableCell }) => (
  <td data-text={isText} data-changed={changed} data-breached={breached}>
    {text}
    {breached === true && <span className="sr-only">{messages.breached()}</span>}
    {changed === true && <span className="sr-only">{messages.changed()}</span>}
  </td>
)

/** A table of the workbook, or of scenarios. */
export const ModelTable = ({ view: { title, columns, rows, source } }: { view: TableView }) => (
  <>
    <Scrolled label={title ?? source ?? messages.table()}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {columns.map(({ label, detail }, n) =>
              label === '' && detail === undefined ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a sheet can have the same heading.
                <td key={n} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a sheet can have the same heading.
                <th key={n} scope="col" data-text={rows.some(({ cells }) => cells[n]?.isText)}>
                  {label}
                  {detail !== undefined && <span>{detail}</span>}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells, total, heading }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows of a sheet can have the same label.
            <tr key={n} data-total={total} data-heading={heading}>
              <th scope="row">{label}</th>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their column.
                <Cell key={column} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
    {source !== undefined && (
      <p className={styles.caption}>
        <SourceLink source={source} />
      </p>
    )}
  </>
)
