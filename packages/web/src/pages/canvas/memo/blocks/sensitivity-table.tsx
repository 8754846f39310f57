import type { GridView } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../../../messages/blocks.ts'
import styles from './memo-block.module.css'
import { Scrolled } from './scrolled.tsx'

/** A metric for each pair of values of two inputs. */
export const SensitivityTable = ({ view }: { view: GridView }) => {
  const { title, rowInput, columnInput, rows, columns, texts, present, limit } = view
  return (
    <>
      <Scrolled label={title}>
        <table className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{messages.corner({ rows: rowInput, columns: columnInput })}</span>
                <span aria-hidden="true">{rowInput}</span>
              </th>
              {columns.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((head, row) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {columns.map((name, column) => {
                  const isPresent = present?.row === row && present.column === column
                  const isBreached = limit?.breached[row]?.[column] === true
                  return (
                    <td key={name} data-breached={isBreached || undefined} data-present={isPresent || undefined}>
                      {texts[row]?.[column]}
                      {isBreached && <span className="sr-only">{messages.breached()}</span>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <p className={styles.legend}>
        <span>{messages.across({ input: columnInput })}</span>
        {present !== undefined && (
          <span>
            <i data-present />
            {messages.now({ value: texts[present.row]?.[present.column] ?? '' })}
          </span>
        )}
        {limit !== undefined && (
          <span>
            <i data-breached />
            {messages.misses({ limit: limit.label })}
          </span>
        )}
      </p>
    </>
  )
}
