import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { modelQuery } from '../../deal-data/model-query.ts'
import { commonMessages } from '../../messages/common.ts'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './cell-dialog.module.css'
import { CellMetrics } from './cell-metrics.tsx'
import { around, cellName, isIn, rangeName, readRange } from './cell-range.ts'
import { cellsQuery, documentsQuery } from './cells-query.ts'
import { SheetGrid } from './sheet-grid.tsx'
import { useSheetLabels } from './use-sheet-labels.ts'

interface CellDialogProps {
  dealId: string
  /** The name of the workbook; undefined: the one that the metrics come from. */
  file?: string | undefined
  sheet: string
  /** A cell or a range of cells. */
  cell: string
  onClose: () => void
}

const reach = { above: 5, below: 5, left: 2, right: 4 }

/** Shows a cell in its workbook. Clicking another visible cell shows that one. */
export const CellDialog = ({ dealId, file, sheet, cell, onClose }: CellDialogProps) => {
  const { client } = useServices().session
  const came = readRange(cell)
  const [place, setPlace] = useState(came?.from ?? { row: 1, column: 1 })
  const [window, setWindow] = useState(() => around(place, reach))
  const files = useQuery(documentsQuery(client, dealId))
  const model = useQuery({ ...modelQuery(client, dealId), enabled: file === undefined })
  // Of two files with the same name, use the newer one.
  const named = files.data?.documents.findLast(({ file_name: name }) => name === file)
  const documentId = named?.id ?? (file === undefined ? (model.data?.document_id ?? undefined) : undefined)
  const cells = useQuery({
    ...cellsQuery(client, { dealId, documentId: documentId ?? '', sheet, range: rangeName(window) }),
    enabled: documentId !== undefined,
  })
  const labels = useSheetLabels({ dealId, documentId, sheet, window })
  const isGone = file !== undefined && files.isSuccess && named === undefined
  const error = cells.error ?? files.error ?? model.error
  const shown = cells.data?.cells.find(({ cell: name }) => name === cellName(place))
  const lit = came !== undefined && isIn(came, place) ? came : { from: place, to: place }
  return (
    <Dialog title={`${sheet}!${lit === came ? cell : cellName(place)}`} onClose={onClose}>
      <div className={styles.cellDialog}>
        <p className="text-small text-fg-3">{file ?? model.data?.file_name}</p>
        {isGone && <Note tone="amber">{messages.fileRemoved({ file })}</Note>}
        {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
        <p className={styles.value} aria-live="polite">
          <b>{shown?.text ?? (cells.isSuccess ? messages.emptyCell() : '…')}</b>
          {shown?.formula ? <code>{shown.formula}</code> : shown && <span>{messages.typedIn()}</span>}
        </p>
        <CellMetrics sheet={sheet} cell={cellName(place)} />
        <SheetGrid
          look="window"
          window={window}
          cells={cells.data?.cells}
          lit={lit}
          label={`${sheet}, ${rangeName(window)}`}
          labels={labels}
          onChoose={setPlace}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {documentId !== undefined && (
            <Link
              className="btn ghost"
              to="/canvas/$dealId/documents/$documentId"
              params={{ dealId, documentId }}
              search={{ sheet, cell: lit === came ? cell : cellName(place) }}
              onClick={onClose}
            >
              {messages.openInWorkbook()}
            </Link>
          )}
          <Button look="ghost" onClick={() => setWindow(around(place, reach))}>
            {messages.centerOn({ cell: cellName(place) })}
          </Button>
          <Button onClick={onClose}>{commonMessages.close()}</Button>
        </div>
      </div>
    </Dialog>
  )
}
