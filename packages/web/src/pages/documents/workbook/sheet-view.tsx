import type { Document, DocumentCells } from '@deal-canvas/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  type CellPlace,
  type CellRange,
  cellName,
  columnName,
  isIn,
  maxColumns,
  maxRows,
} from '../../../features/workbook-grid/cell-range.ts'
import { commonMessages } from '../../../messages/common.ts'
import { workbookMessages as messages } from '../../../messages/workbook.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { grown, usualWidth } from './column-widths.ts'
import styles from './sheet-view.module.css'
import { stepFrom } from './step-from.ts'
import { useBlocks } from './use-blocks.ts'

type SheetSize = DocumentCells['sheet_sizes'][number]

interface SheetViewProps {
  document: Document
  size: SheetSize
  /** The chosen cells; keys move from the first of them. */
  chosen: CellRange
  /** Cells with open comments. */
  commented: ReadonlySet<string>
  onChoose: (place: CellPlace) => void
  gridRef: Ref<HTMLDivElement>
}

const rowHeight = 24
const headHeight = 25
const labelHeight = 22
const numberWidth = 56
const labelWidth = 168
/** Empty rows and columns after the last cell, as in a spreadsheet. */
const spareRows = 20
const spareColumns = 5

/** One sheet as a grid that scrolls both ways; only what is in sight is rendered and read. */
export const SheetView = ({ document, size, chosen, commented, onChoose, gridRef }: SheetViewProps) => {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [widths, setWidths] = useState<ReadonlyMap<number, number>>(new Map())
  const lastRow = Math.min(maxRows, Math.max(size.rows + spareRows, chosen.to.row))
  const lastColumn = Math.min(maxColumns, Math.max(size.columns + spareColumns, chosen.to.column))
  const rows = useVirtualizer({
    count: lastRow,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight + labelHeight,
    scrollPaddingEnd: rowHeight,
    overscan: 8,
    useFlushSync: false,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: lastColumn,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths.get(index + 1) ?? usualWidth,
    paddingStart: numberWidth,
    scrollPaddingStart: numberWidth + labelWidth,
    scrollPaddingEnd: 24,
    overscan: 2,
    useFlushSync: false,
  })
  const [rowItems, columnItems] = [rows.getVirtualItems(), columns.getVirtualItems()]
  const [down, along] = [rows.scrollOffset ?? 0, columns.scrollOffset ?? 0]
  /** Without the items rendered outside of sight. */
  const window: CellRange = {
    from: {
      row: (rowItems.find(({ end }) => end - headHeight > down)?.index ?? 0) + 1,
      column: (columnItems.find(({ end }) => end - numberWidth > along)?.index ?? 0) + 1,
    },
    to: { row: (rowItems.at(-1)?.index ?? 0) + 1, column: (columnItems.at(-1)?.index ?? 0) + 1 },
  }
  const { loaded, error, retry, cellAt, isLoaded, labels } = useBlocks({ document, sheet: size.name, size, window })
  const wider = grown(widths, loaded)
  if (wider !== widths) setWidths(wider)

  const active = chosen.from
  const isInSight =
    rowItems.some(({ index }) => index === active.row - 1) &&
    columnItems.some(({ index }) => index === active.column - 1)
  const show = useEffectEvent(() => {
    rows.scrollToIndex(active.row - 1, { align: 'auto' })
    columns.scrollToIndex(active.column - 1, { align: 'auto' })
  })
  const measure = useEffectEvent(() => {
    columns.measure()
    // Wider columns must not push the chosen cell out of sight; who scrolled away from it stays there.
    if (isInSight) show()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: Wider columns move what follows them.
  useLayoutEffect(() => measure(), [widths])
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another cell is brought into sight.
  useEffect(() => show(), [active.row, active.column])
  const { width = 0, height = 0 } = rows.scrollRect ?? {}
  const wasInSight = useRef(false)
  const stayInSight = useEffectEvent(() => {
    if (wasInSight.current) show()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: A smaller window must not hide the chosen cell.
  useLayoutEffect(() => stayInSight(), [width, height])
  useEffect(() => {
    wasInSight.current = isInSight
  })

  const press = (event: KeyboardEvent): void => {
    const next = stepFrom(active, event, {
      ...size,
      lastRow,
      lastColumn,
      pageRows: Math.max(1, Math.floor((rows.scrollRect?.height ?? 0) / rowHeight) - 3),
    })
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
  }
  const cellId = ({ row, column }: CellPlace): string => `${id}-${row}-${column}`
  return (
    <div className={styles.sheet}>
      {error !== null && (
        <Note tone="red" act={<Button onClick={retry}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(error)}
        </Note>
      )}
      {size.rows === 0 && <p className={styles.empty}>{messages.emptySheet()}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: A table cannot be rendered in parts. */}
      <div
        ref={(element) => {
          scroller.current = element
          if (typeof gridRef === 'function') gridRef(element)
          else if (gridRef !== null) gridRef.current = element
        }}
        className={styles.scroller}
        role="grid"
        tabIndex={0}
        aria-label={messages.grid({ sheet: size.name, file: document.file_name })}
        aria-readonly
        aria-rowcount={lastRow + 1}
        aria-colcount={lastColumn + 1}
        aria-activedescendant={isInSight ? cellId(active) : undefined}
        aria-busy={!isLoaded(active)}
        onKeyDown={press}
      >
        <div
          role="presentation"
          className={styles.area}
          style={{ height: rows.getTotalSize(), width: columns.getTotalSize() }}
        >
          {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: The grid has the focus. */}
          <div role="row" className={styles.head} aria-rowindex={1}>
            {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: The grid has the focus. */}
            <div
              role="gridcell"
              className={styles.corner}
              aria-colindex={1}
              data-beside={labels.rows.size > 0 || undefined}
              data-below={labels.columns.size > 0 || undefined}
            />
            {columnItems.map(({ index, start, size: width }) => (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: The grid has the focus.
              <div
                key={index}
                role="columnheader"
                aria-colindex={index + 2}
                className={styles.letter}
                data-chosen={(index + 1 >= chosen.from.column && index + 1 <= chosen.to.column) || undefined}
                style={{ left: start, width }}
              >
                {columnName(index + 1)}
                {labels.columns.size > 0 && (
                  <span className={styles.columnLabel} title={labels.columns.get(index + 1)}>
                    {labels.columns.get(index + 1)}
                  </span>
                )}
              </div>
            ))}
          </div>
          {rowItems.map(({ index, start }) => (
            // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: The grid has the focus.
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: The grid has the focus. */}
              <div
                role="rowheader"
                aria-colindex={1}
                className={styles.number}
                data-chosen={(index + 1 >= chosen.from.row && index + 1 <= chosen.to.row) || undefined}
              >
                {index + 1}
                {labels.rows.size > 0 && (
                  <span className={styles.rowLabel} title={labels.rows.get(index + 1)}>
                    {labels.rows.get(index + 1)}
                  </span>
                )}
              </div>
              {columnItems.map(({ index: column, start: left, size: width }) => {
                const place = { row: index + 1, column: column + 1 }
                const cell = cellAt(place)
                const isChosen = isIn(chosen, place)
                return (
                  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: The grid has the focus and takes the keys.
                  <div
                    key={column}
                    id={cellId(place)}
                    role="gridcell"
                    aria-colindex={column + 2}
                    aria-selected={isChosen}
                    className={styles.cell}
                    data-cell={cellName(place)}
                    data-type={cell?.type}
                    data-commented={commented.has(cellName(place)) || undefined}
                    data-formula={(cell?.formula ?? null) !== null || undefined}
                    data-active={(place.row === active.row && place.column === active.column) || undefined}
                    style={{ left, width }}
                    title={cell !== undefined && cell.text.length > 24 ? cell.text : undefined}
                    onClick={() => onChoose(place)}
                  >
                    {cell?.text}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
