import type { Document } from '@deal-canvas/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from '../../features/workbook-grid/cell-dialog.module.css'
import { type CellPlace, type CellRange, cellName, rangeName } from '../../features/workbook-grid/cell-range.ts'
import { cellsQuery } from '../../features/workbook-grid/cells-query.ts'
import { SheetGrid } from '../../features/workbook-grid/sheet-grid.tsx'
import { useSheetLabels } from '../../features/workbook-grid/use-sheet-labels.ts'
import { commonMessages } from '../../messages/common.ts'
import { documentMessages } from '../../messages/documents.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'

interface SheetDialogProps {
  dealId: string
  document: Document
  onClose: () => void
}

const rows = 20
const columns = 8

const windowAt = ({ row, column }: CellPlace): CellRange => ({
  from: { row, column },
  to: { row: row + rows - 1, column: column + columns - 1 },
})

const start: CellPlace = { row: 1, column: 1 }

/** The sheets of a workbook or CSV file, one window at a time. */
export const SheetDialog = ({ dealId, document, onClose }: SheetDialogProps) => {
  const { client } = useServices().session
  const [sheet, setSheet] = useState<string>()
  const [corner, setCorner] = useState(start)
  const [place, setPlace] = useState(start)
  const window = windowAt(corner)
  const { data, error, isPlaceholderData } = useQuery({
    ...cellsQuery(client, { dealId, documentId: document.id, sheet, range: rangeName(window) }),
    placeholderData: keepPreviousData,
  })
  const labels = useSheetLabels({ dealId, documentId: document.id, sheet: data?.sheet, window })
  const cells = isPlaceholderData ? undefined : data?.cells
  const shown = cells?.find(({ cell }) => cell === cellName(place))
  const move = (down: number, right: number) => {
    const next = { row: Math.max(1, corner.row + down), column: Math.max(1, corner.column + right) }
    setCorner(next)
    setPlace(next)
  }
  const choose = (name: string) => {
    setSheet(name)
    setCorner(start)
    setPlace(start)
  }
  return (
    <Dialog title={document.file_name} onClose={onClose}>
      <div className={styles.cellDialog}>
        <SelectField
          label={documentMessages.sheet()}
          value={data?.sheet ?? ''}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {data?.sheets.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
        <p className={styles.value} aria-live="polite">
          <span>{cellName(place)}</span>
          <b>{shown?.text ?? (cells === undefined ? '…' : documentMessages.emptyCell())}</b>
          {shown?.formula && <code>{shown.formula}</code>}
        </p>
        <SheetGrid
          look="window"
          window={window}
          cells={cells}
          lit={{ from: place, to: place }}
          labels={labels}
          label={documentMessages.sheetWindow({
            sheet: data?.sheet ?? documentMessages.sheet(),
            range: rangeName(window),
          })}
          onChoose={setPlace}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button idle={corner.row === 1} onClick={() => move(-rows, 0)}>
            {documentMessages.rowsAbove()}
          </Button>
          <Button onClick={() => move(rows, 0)}>{documentMessages.rowsBelow()}</Button>
          <Button idle={corner.column === 1} onClick={() => move(0, -columns)}>
            {documentMessages.columnsBefore()}
          </Button>
          <Button onClick={() => move(0, columns)}>{documentMessages.columnsAfter()}</Button>
          <Button look="primary" onClick={onClose}>
            {commonMessages.close()}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
