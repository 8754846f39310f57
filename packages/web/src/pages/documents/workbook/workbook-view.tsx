import type { Document } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { modelQuery } from '../../../deal-data/model-query.ts'
import { useDocumentComments } from '../../../features/comments/use-document-comments.ts'
import { type CellPlace, cellName, readRange } from '../../../features/workbook-grid/cell-range.ts'
import { commonMessages } from '../../../messages/common.ts'
import { documentMessages } from '../../../messages/documents.ts'
import { workbookMessages as messages } from '../../../messages/workbook.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { blockOf } from './blocks.ts'
import { CellPanel } from './cell-panel.tsx'
import { FindPanel } from './find-panel.tsx'
import { GoToCell } from './go-to-cell.tsx'
import { SheetTabs } from './sheet-tabs.tsx'
import { SheetView } from './sheet-view.tsx'
import { useWorkbookPlace } from './use-workbook-place.ts'
import { headQuery } from './workbook-queries.ts'
import styles from './workbook-view.module.css'

/** A workbook or a table: its cells, what is found in them, and what the chosen one is linked with. */
export const WorkbookView = ({ document }: { document: Document }) => {
  if (document.state === 'failed')
    return (
      <div className="page">
        <Note tone="red">{document.problem ?? documentMessages.notReadable()}</Note>
      </div>
    )
  if (document.state === 'password_needed')
    return (
      <div className="page">
        <Note tone="amber">{messages.passwordNeeded()}</Note>
      </div>
    )
  return <OpenWorkbook document={document} />
}

const OpenWorkbook = ({ document }: { document: Document }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const grid = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const { place, move, jump, cameFrom, back } = useWorkbookPlace()
  // The block of the cell that the address names is the first that is needed, and tells the sizes of all sheets.
  const [first] = useState({ sheet: place.sheet, block: blockOf(place.range.from) })
  const head = useQuery(headQuery({ client, dealId, document }, first.sheet, first.block))
  const { data: model } = useQuery(modelQuery(client, dealId))
  const sizes = head.data?.sheet_sizes ?? []
  const sheet = place.sheet ?? head.data?.sheet
  const size =
    sizes.find(({ name }) => name === sheet) ?? sizes.find(({ name }) => name.toLowerCase() === sheet?.toLowerCase())
  const { comments } = useDocumentComments(dealId, document.id)
  const commented = new Set(
    comments.flatMap(({ cell, anchor_status: status }) =>
      cell !== null && cell.sheet === size?.name && status !== 'orphaned' ? [cell.cell] : [],
    ),
  )
  const choose = (cell: CellPlace, on = size?.name): void => move({ sheet: on, range: { from: cell, to: cell } })
  const show = ({ sheet: on, cell }: { sheet: string; cell: string }): void => {
    const range = readRange(cell)
    if (range !== undefined) move({ sheet: on, range })
  }
  const follow = (to: { sheet: string; cell: string }): void => {
    if (size !== undefined) void jump(to, size.name)
    grid.current?.focus({ preventScroll: true })
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' || !event.altKey || cameFrom === undefined) return
    event.preventDefault()
    back()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Takes the key that leads back from everything inside.
    <div className={styles.workbook} onKeyDown={press}>
      <FindPanel document={document} onShow={show} />
      <section className={styles.view} aria-label={document.file_name}>
        <header className={styles.bar}>
          <Link className="btn ghost" to="/canvas/$dealId/documents" params={{ dealId }}>
            {messages.allDocuments()}
          </Link>
          <Icon name="file" />
          <h1>{document.file_name}</h1>
          {document.id === model?.document_id && (
            <span className={`chip blue ${styles.chip}`}>{messages.sourceOfNumbers()}</span>
          )}
          {size !== undefined && <GoToCell sheets={sizes} sheet={size.name} onGo={follow} />}
        </header>
        {head.isError && (
          <div className={styles.note}>
            <Note tone="red" act={<Button onClick={() => void head.refetch()}>{commonMessages.tryAgain()}</Button>}>
              {sentenceFor(head.error)}
            </Note>
            {first.sheet !== undefined && (
              <a href="?" className="btn">
                {messages.firstSheet()}
              </a>
            )}
          </div>
        )}
        {head.isSuccess && size === undefined && (
          <div className={styles.note}>
            <Note tone="amber">{messages.noSuchSheet({ sheet: sheet ?? '' })}</Note>
          </div>
        )}
        <div id={gridId} role="tabpanel" aria-label={size?.name} className={styles.sheetPanel}>
          {size !== undefined && (
            <SheetView
              key={size.name}
              document={document}
              size={size}
              chosen={place.range}
              commented={commented}
              onChoose={(cell) => choose(cell)}
              gridRef={grid}
            />
          )}
        </div>
        {size !== undefined && (
          <SheetTabs
            sheets={sizes}
            chosen={size.name}
            controls={gridId}
            onChoose={(name) => choose({ row: 1, column: 1 }, name)}
          />
        )}
      </section>
      {size !== undefined && (
        <CellPanel
          document={document}
          sheet={size.name}
          cell={cellName(place.range.from)}
          cameFrom={cameFrom}
          onJump={follow}
          onBack={back}
        />
      )}
    </div>
  )
}
