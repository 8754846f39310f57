import type { ReadingCell, ReadingMetric } from '@deal-canvas/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cellText, isSameCell } from '../../deal-data/reading-state.ts'
import {
  around,
  type CellPlace,
  type CellRange,
  cellName,
  rangeName,
  readRange,
} from '../../features/workbook-grid/cell-range.ts'
import { cellsQuery } from '../../features/workbook-grid/cells-query.ts'
import { SheetGrid } from '../../features/workbook-grid/sheet-grid.tsx'
import { useSheetLabels } from '../../features/workbook-grid/use-sheet-labels.ts'
import { documentMessages } from '../../messages/documents.ts'
import { readingMessages } from '../../messages/reading.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import readingViewStyles from './reading-view.module.css'
import styles from './sheet-pane.module.css'

interface SheetPaneProps {
  dealId: string
  documentId: string
  metric: ReadingMetric | undefined
  /** The cell under consideration. */
  candidate: ReadingCell | undefined
  canChange: boolean
  isBusy: boolean
  onCandidate: (cell: ReadingCell) => void
  onUse: (cell: ReadingCell) => void
}

const reach = { above: 8, below: 12, left: 3, right: 5 }
const first: CellPlace = { row: 1, column: 1 }

const windowFrom = (candidate: ReadingCell | undefined): CellRange =>
  around((candidate && readRange(candidate.cell)?.from) ?? first, reach)

/** The sheet around the cell of a metric, with its labels visible. Clicking another cell offers it for the metric. */
export const SheetPane = ({
  dealId,
  documentId,
  metric,
  candidate,
  canChange,
  isBusy,
  onCandidate,
  onUse,
}: SheetPaneProps) => {
  const { client } = useServices().session
  const [sheet, setSheet] = useState(candidate?.sheet)
  const [window, setWindow] = useState(() => windowFrom(candidate))
  const [shown, setShown] = useState(candidate)
  // Another metric, or a cell from the list, moves the window; a cell clicked on the sheet does not.
  if (candidate !== shown) {
    setShown(candidate)
    const place = candidate && readRange(candidate.cell)?.from
    if (candidate !== undefined && place !== undefined && (candidate.sheet !== sheet || !isIn(window, place))) {
      setSheet(candidate.sheet)
      setWindow(windowFrom(candidate))
    }
  }
  const { data, error, isPlaceholderData } = useQuery({
    ...cellsQuery(client, { dealId, documentId, sheet, range: rangeName(window) }),
    placeholderData: keepPreviousData,
  })
  const cells = isPlaceholderData ? undefined : data?.cells
  const labels = useSheetLabels({ dealId, documentId, sheet: data?.sheet, window })
  const here = candidate !== undefined && candidate.sheet === data?.sheet ? candidate : undefined
  const place = here && readRange(here.cell)?.from
  const cell = cells?.find(({ cell: name }) => name === here?.cell)
  const others = metric === undefined ? [] : [metric.cell, ...metric.alternatives.map((other) => other.cell)]
  const marked = new Set(others.flatMap((other) => (other !== null && other.sheet === data?.sheet ? [other.cell] : [])))
  const move = (down: number, right: number) => setWindow(moved(window, down, right))
  return (
    <section className={`${styles.pane} ${readingViewStyles.pane}`} aria-label={documentMessages.sheet()}>
      <div className={styles.head}>
        <SelectField
          label={documentMessages.sheet()}
          value={data?.sheet ?? ''}
          onChange={({ currentTarget }) => {
            setSheet(currentTarget.value)
            setWindow(around(first, reach))
          }}
        >
          {data?.sheets.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <p className={styles.value} aria-live="polite">
          {here === undefined ? (
            <span className="text-fg-3">{readingMessages.chooseCell()}</span>
          ) : (
            <>
              <span>{here.cell}</span>
              <b>{cell?.text ?? (cells === undefined ? '…' : documentMessages.emptyCell())}</b>
              {cell?.formula && <code>{cell.formula}</code>}
            </>
          )}
        </p>
      </div>
      {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
      <SheetGrid
        look="window"
        window={window}
        cells={cells}
        lit={place === undefined ? nowhere : { from: place, to: place }}
        marked={marked}
        labels={labels}
        label={documentMessages.sheetWindow({
          sheet: data?.sheet ?? documentMessages.sheet(),
          range: rangeName(window),
        })}
        onChoose={(chosen) => data !== undefined && onCandidate({ sheet: data.sheet, cell: cellName(chosen) })}
      />
      <div className={styles.foot}>
        <Button idle={window.from.row === 1} onClick={() => move(-rows, 0)}>
          {documentMessages.rowsAbove()}
        </Button>
        <Button onClick={() => move(rows, 0)}>{documentMessages.rowsBelow()}</Button>
        <Button idle={window.from.column === 1} onClick={() => move(0, -columns)}>
          {documentMessages.columnsBefore()}
        </Button>
        <Button onClick={() => move(0, columns)}>{documentMessages.columnsAfter()}</Button>
        <span className="flex-1" />
        {canChange && metric !== undefined && here !== undefined && !isSameCell(here, metric.cell) && (
          <Button look="primary" busy={isBusy} onClick={() => onUse(here)}>
            {readingMessages.applyCellFor({ cell: cellText(here), name: metric.name })}
          </Button>
        )}
      </div>
    </section>
  )
}

const rows = reach.above + reach.below + 1
const columns = reach.left + reach.right + 1
/** Outside of any sheet. */
const nowhere: CellRange = { from: { row: 0, column: 0 }, to: { row: 0, column: 0 } }

const isIn = ({ from, to }: CellRange, { row, column }: CellPlace): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column

const moved = ({ from }: CellRange, down: number, right: number): CellRange => {
  const corner = { row: Math.max(1, from.row + down), column: Math.max(1, from.column + right) }
  return { from: corner, to: { row: corner.row + rows - 1, column: corner.column + columns - 1 } }
}
