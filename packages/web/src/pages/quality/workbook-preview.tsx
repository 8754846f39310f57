import { formatBeforeAfter, type WorkbookPreview as Preview } from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import { useNumbers } from '../../deal-data/numbers.ts'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { Note } from '../../ui/note.tsx'
import styles from './workbook-preview.module.css'

interface LineProps {
  label: string
  place?: string
  children: ReactNode
}

/** What would change with another workbook: inputs, outputs, structure, and what would be lost. */
export const WorkbookPreview = ({ preview }: { preview: Preview }) => {
  const { shown } = useNumbers()
  const named = (keys: readonly string[]) => keys.map((key) => shown.get(key)?.label ?? key).join(', ')
  const { metrics, inputs, formulas, rows, columns, sheets_added: added, sheets_removed: removed } = preview
  const structure = added.length + removed.length + preview.rows_count + preview.columns_count + preview.formulas_count
  return (
    <div className={styles.preview}>
      {preview.lost.length > 0 && (
        <Note tone="amber">{messages.notInNewWorkbook({ metrics: named(preview.lost) })}</Note>
      )}
      {preview.lost_overrides.length > 0 && (
        <Note tone="amber">{messages.overridesDetached({ metrics: named(preview.lost_overrides) })}</Note>
      )}
      {!preview.compared && <Note tone="plain">{messages.cellsNotCompared()}</Note>}
      {preview.compared && (
        <Group
          title={messages.inputsChanged({ count: preview.inputs_count })}
          rest={preview.inputs_count - inputs.length}
        >
          {inputs.map(({ sheet, cell, label, before, after }) => (
            <Line key={`${sheet}!${cell}`} label={label ?? cell} place={`${sheet}!${cell}`}>
              <Moved before={before} after={after} />
            </Line>
          ))}
        </Group>
      )}
      <Group title={messages.outputsMoved({ count: metrics.length })} rest={0}>
        {metrics.map((metric) => (
          <Line key={metric.metric_key} label={metric.label}>
            <Moved {...formatBeforeAfter(metric, { missing: messages.noValue() })} />
          </Line>
        ))}
      </Group>
      {preview.compared && (
        <Group
          title={messages.structureChanged({ count: structure })}
          rest={
            preview.formulas_count -
            formulas.length +
            preview.rows_count -
            rows.length +
            preview.columns_count -
            columns.length
          }
        >
          {added.map((sheet) => (
            <Line key={`added ${sheet}`} label={sheet}>
              <span className="chip green">{messages.sheetAdded()}</span>
            </Line>
          ))}
          {removed.map((sheet) => (
            <Line key={`removed ${sheet}`} label={sheet}>
              <span className="chip red">{messages.sheetRemoved()}</span>
            </Line>
          ))}
          {rows.map(({ sheet, change, row, label }) => (
            <Line
              key={`${sheet} ${change} ${row}`}
              label={label ?? messages.rowNumber({ row: String(row) })}
              place={`${sheet}!${row}:${row}`}
            >
              <span className={`chip ${change === 'added' ? 'green' : 'red'}`}>{messages.rowChange({ change })}</span>
            </Line>
          ))}
          {columns.map(({ sheet, change, column, label }) => (
            <Line
              key={`${sheet} ${change} ${column}`}
              label={label ?? messages.columnName({ column })}
              place={`${sheet}!${column}:${column}`}
            >
              <span className={`chip ${change === 'added' ? 'green' : 'red'}`}>
                {messages.columnChange({ change })}
              </span>
            </Line>
          ))}
          {formulas.map(({ sheet, cell, label, before, after }) => (
            <li key={`${sheet}!${cell}`} className={styles.formula}>
              <span>
                {label ?? cell}
                <small>{`${sheet}!${cell}`}</small>
              </span>
              <span className="chip">{messages.formula()}</span>
              <code>
                <del>{before === null ? messages.aValue() : `=${before}`}</del>{' '}
                <ins>{after === null ? messages.aValue() : `=${after}`}</ins>
              </code>
            </li>
          ))}
        </Group>
      )}
    </div>
  )
}

const Group = ({ title, rest, children }: { title: string; rest: number; children: ReactNode }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <ul>{children}</ul>
    {rest > 0 && <p className="text-small text-fg-3">{messages.notListed({ count: rest })}</p>}
  </section>
)

const Line = ({ label, place, children }: LineProps) => (
  <li>
    <span>
      {label}
      {place !== undefined && <small>{place}</small>}
    </span>
    <span>{children}</span>
  </li>
)

const Moved = ({ before, after }: { before: string; after: string }) => (
  <>
    <span className="text-fg-3">{before}</span> <span aria-hidden="true">→</span> <b>{after}</b>
  </>
)
