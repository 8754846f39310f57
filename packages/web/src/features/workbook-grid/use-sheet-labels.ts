import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServices } from '../../session/services.ts'
import { type CellRange, rangeName } from './cell-range.ts'
import { cellsQuery } from './cells-query.ts'
import { columnLabelRange, columnLabels, noLabels, rowLabelRange, rowLabels, type SheetLabels } from './sheet-labels.ts'

interface Place {
  dealId: string
  /** Undefined: not loaded yet. */
  documentId: string | undefined
  sheet: string | undefined
  window: CellRange
}

const useCells = ({ dealId, documentId, sheet }: Place, range: CellRange | undefined) =>
  useQuery({
    ...cellsQuery(useServices().session.client, {
      dealId,
      documentId: documentId ?? '',
      sheet,
      range: range === undefined ? '' : rangeName(range),
    }),
    enabled: documentId !== undefined && sheet !== undefined && range !== undefined,
  }).data?.cells

/** Labels of the rows and columns in a window; empty until loaded, or if the sheet has none. */
export const useSheetLabels = (place: Place): SheetLabels => {
  const left = useCells(place, rowLabelRange(place.window))
  const above = useCells(place, columnLabelRange(place.window))
  return useMemo(
    () => ({
      rows: left === undefined ? noLabels.rows : rowLabels(left),
      columns: above === undefined ? noLabels.columns : columnLabels(above),
    }),
    [left, above],
  )
}
