import type { CellPlace } from '../../../features/workbook-grid/cell-range.ts'

export interface Extent {
  /** Up to the last cell that is not empty. */
  readonly rows: number
  readonly columns: number
  /** How far one can go. */
  readonly lastRow: number
  readonly lastColumn: number
  /** Rows in sight. */
  readonly pageRows: number
}

interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Where a key leads from a cell, as in a spreadsheet; undefined: the key is not one of those. */
export const stepFrom = ({ row, column }: CellPlace, press: Press, extent: Extent): CellPlace | undefined => {
  const { key, altKey } = press
  const isFar = press.ctrlKey || press.metaKey
  if (altKey) return undefined
  const to = (nextRow: number, nextColumn: number): CellPlace => ({
    row: Math.max(1, Math.min(extent.lastRow, nextRow)),
    column: Math.max(1, Math.min(extent.lastColumn, nextColumn)),
  })
  const lastRow = Math.max(1, extent.rows)
  const lastColumn = Math.max(1, extent.columns)
  switch (key) {
    case 'ArrowDown':
      return isFar ? to(lastRow, column) : to(row + 1, column)
    case 'ArrowUp':
      return isFar ? to(1, column) : to(row - 1, column)
    case 'ArrowRight':
      return isFar ? to(row, lastColumn) : to(row, column + 1)
    case 'ArrowLeft':
      return isFar ? to(row, 1) : to(row, column - 1)
    case 'PageDown':
      return to(row + extent.pageRows, column)
    case 'PageUp':
      return to(row - extent.pageRows, column)
    case 'Home':
      return isFar ? to(1, 1) : to(row, 1)
    case 'End':
      return isFar ? to(lastRow, lastColumn) : to(row, lastColumn)
    default:
      return undefined
  }
}
