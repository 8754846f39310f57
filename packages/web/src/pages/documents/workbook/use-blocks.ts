import type { Document, DocumentCells } from '@deal-canvas/contract'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { type CellPlace, type CellRange, cellName, readRange } from '../../../features/workbook-grid/cell-range.ts'
import {
  columnLabels,
  headerRows,
  labelColumns,
  rowLabels,
  type SheetLabels,
} from '../../../features/workbook-grid/sheet-labels.ts'
import { useServices } from '../../../session/services.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { blockOf, blockRange, blocksOf, type Cell, cellsByName } from './blocks.ts'
import { blockQuery } from './workbook-queries.ts'

/** Blocks that are only passed while scrolling are not read. */
const settleMs = 120

interface Wanted {
  document: Document
  sheet: string
  size: { rows: number; columns: number }
  /** The part of the sheet in sight. */
  window: CellRange
}

/** The cells of a window of a sheet, read block by block, and the labels of its rows and columns outside of it. */
export const useBlocks = ({ document, sheet, size, window }: Wanted) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const blocks = blocksOf(window, size)
  const settled = useDebounced(JSON.stringify([sheet, blocks.map(blockRange)]), settleMs)
  const [settledSheet, settledBlocks] = useMemo(() => JSON.parse(settled) as [string, string[]], [settled])
  const results = useQueries({
    queries: blocks.map((block) => ({
      ...blockQuery({ client, dealId, document }, sheet, block),
      // Blocks that were read before are shown at once.
      enabled: settledSheet === sheet && settledBlocks.includes(blockRange(block)),
    })),
  })
  const known = new Map(blocks.map((block, n) => [blockRange(block), results[n]?.data]))
  const loaded = results.flatMap(({ data }) => data ?? [])
  return {
    loaded,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
    /** Undefined: the cell is empty. */
    cellAt: (place: CellPlace): Cell | undefined => {
      const block = known.get(blockRange(blockOf(place)))
      return block && cellsByName(block).get(cellName(place))
    },
    isLoaded: (place: CellPlace): boolean => known.get(blockRange(blockOf(place))) !== undefined,
    labels: labelsOf(loaded, window),
  }
}

const labelsOf = (loaded: readonly DocumentCells[], { from, to }: CellRange): SheetLabels => {
  const [left, above]: [Cell[], Cell[]] = [[], []]
  for (const block of loaded)
    for (const cell of block.cells) {
      const place = readRange(cell.cell)?.from
      if (place === undefined) continue
      if (place.column <= Math.min(labelColumns, from.column - 1) && place.row >= from.row && place.row <= to.row)
        left.push(cell)
      if (place.row <= Math.min(headerRows, from.row - 1) && place.column >= from.column && place.column <= to.column)
        above.push(cell)
    }
  return { rows: rowLabels(left), columns: columnLabels(above) }
}
