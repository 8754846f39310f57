import { modelTables } from '@deal-canvas/contract'
import type { Block, ChosenRow, ModelTable } from '@deal-canvas/memo'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useDealId } from '../../../../../deal-data/canvas-query.ts'
import { writingMessages as messages } from '../../../../../messages/writing.ts'
import { retryWhileBusy } from '../../../../../session/is-busy.ts'
import { sentenceFor } from '../../../../../session/sentence-for.ts'
import { useServices } from '../../../../../session/services.ts'
import { Field } from '../../../../../ui/field.tsx'
import { FormDialog } from '../../../../../ui/form-dialog.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { SelectField } from '../../../../../ui/select-field.tsx'
import styles from './block-dialog.module.css'
import { BlockPreview } from './block-preview.tsx'
import { chartOf, isChartable, isRange, maxSeries, tablesIn } from './model-blocks.ts'

interface RowChecksProps {
  legend: string
  rows: readonly ChosenRow[]
  chosen: readonly number[]
  max: number
  onChoose: (rows: number[]) => void
}

const RowChecks = ({ legend, rows, chosen, max, onChoose }: RowChecksProps) => (
  <fieldset className={`${styles.checks} ${styles.rows}`}>
    <legend className="label">{legend}</legend>
    {rows.map(({ row, label }) => (
      <label key={row} className="choice">
        <input
          type="checkbox"
          checked={chosen.includes(row)}
          disabled={!chosen.includes(row) && chosen.length >= max}
          onChange={({ target }) =>
            onChoose(target.checked ? [...chosen, row] : chosen.filter((other) => other !== row))
          }
        />
        {label}
      </label>
    ))}
  </fieldset>
)

const nameOf = ({ title, sheet, range }: ModelTable): string =>
  title === undefined ? `${sheet}!${range}` : `${title} (${sheet}!${range})`

const ownRange = 'range'

interface ModelBlockDialogProps {
  kind: 'model_table' | 'chart'
  onInsert: (block: Block) => void
  onClose: () => void
}

/** Chooses a table of the workbook, or rows of one as a chart, and shows what it will look like. */
export const ModelBlockDialog = ({ kind, onInsert, onClose }: ModelBlockDialogProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { data, error } = useQuery({
    queryKey: [...dealKey(dealId), 'model', 'tables'],
    queryFn: ({ signal }) => client.call(modelTables, { params: { deal_id: dealId }, signal }),
    select: ({ tables }) => tablesIn(tables),
    retry: retryWhileBusy,
  })
  const isChart = kind === 'chart'
  const tables = (data ?? []).filter((table) => !isChart || isChartable(table))
  const [asked, setAsked] = useState<string>()
  const [sheet, setSheet] = useState('')
  const [range, setRange] = useState('')
  const [hasHeadings, setHasHeadings] = useState(true)
  const [chart, setChart] = useState<'line' | 'bar'>('line')
  const [rows, setRows] = useState<number[]>()

  const chosen = asked ?? (tables.length > 0 ? '0' : isChart || data === undefined ? undefined : ownRange)
  const table = chosen === undefined || chosen === ownRange ? undefined : tables[Number(chosen)]
  const all = table?.rows ?? []
  const usual = isChart ? all.filter(({ total }) => total).slice(0, 2) : all
  const picked = rows ?? (usual.length > 0 ? usual : all.slice(0, 1)).map(({ row }) => row)
  const pickedRows = all.filter(({ row }) => picked.includes(row))

  const block = ((): Block | undefined => {
    if (table === undefined) {
      if (chosen !== ownRange || sheet.trim() === '' || !isRange(range)) return undefined
      return { block: 'model_table', sheet: sheet.trim(), range, header_rows: hasHeadings ? 1 : 0 }
    }
    if (pickedRows.length === 0) return undefined
    return isChart ? chartOf(table, chart, pickedRows) : { ...table, rows: pickedRows }
  })()

  return (
    <FormDialog
      title={messages.blockKind({ kind })}
      act={messages.insertBlock()}
      busy={false}
      idle={block === undefined}
      wrong={error === null ? undefined : messages.tablesFailed({ reason: sentenceFor(error) })}
      refusal={undefined}
      onSubmit={() => block && onInsert(block)}
      onClose={onClose}
    >
      {data !== undefined && tables.length === 0 && (
        <Note tone="amber">{isChart ? messages.noChartTables() : messages.noModelTables()}</Note>
      )}
      {(tables.length > 0 || !isChart) && (
        <SelectField
          label={messages.fromModel()}
          value={chosen ?? ''}
          onChange={({ target }) => {
            setAsked(target.value)
            setRows(undefined)
          }}
        >
          {tables.map((found, index) => (
            <option key={nameOf(found)} value={index}>
              {nameOf(found)}
            </option>
          ))}
          {!isChart && <option value={ownRange}>{messages.ownRange()}</option>}
        </SelectField>
      )}
      {chosen === ownRange && (
        <>
          <Field label={messages.sheet()} value={sheet} onChange={({ target }) => setSheet(target.value)} />
          <Field
            label={messages.range()}
            hint={messages.rangeHint()}
            error={range === '' || isRange(range) ? undefined : messages.rangeInvalid()}
            value={range}
            onChange={({ target }) => setRange(target.value.toUpperCase().trim())}
          />
          <label className="choice">
            <input type="checkbox" checked={hasHeadings} onChange={({ target }) => setHasHeadings(target.checked)} />
            {messages.firstRowHeadings()}
          </label>
        </>
      )}
      {isChart && table !== undefined && (
        <SelectField
          label={messages.chartKind()}
          value={chart}
          onChange={({ target }) => setChart(target.value === 'bar' ? 'bar' : 'line')}
        >
          <option value="line">{messages.lineChart()}</option>
          <option value="bar">{messages.barChart()}</option>
        </SelectField>
      )}
      {table !== undefined && (
        <RowChecks
          legend={isChart ? messages.chosenRows({ count: picked.length, max: maxSeries }) : messages.tableRows()}
          rows={all}
          chosen={picked}
          max={isChart ? maxSeries : all.length}
          onChoose={setRows}
        />
      )}
      {block !== undefined && <BlockPreview block={block} />}
    </FormDialog>
  )
}
