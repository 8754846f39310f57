import type { DocumentCells } from '@deal-canvas/contract'
import { type CellPlace, type CellRange, rangeName } from '../../../features/workbook-grid/cell-range.ts'

/** Cells are read in aligned blocks, so that scrolling back and forth reads nothing twice. */
export const rowsPerBlock = 100
export const columnsPerBlock = 40

/** The blocks of a sheet are numbered from 0 in both directions. */
export interface Block {
  readonly down: number
  readonly along: number
}

export const blockOf = ({ row, column }: CellPlace): Block => ({
  down: Math.floor((row - 1) / rowsPerBlock),
  along: Math.floor((column - 1) / columnsPerBlock),
})

export const blockRange = ({ down, along }: Block): string => {
  const from = { row: down * rowsPerBlock + 1, column: along * columnsPerBlock + 1 }
  return rangeName({ from, to: { row: from.row + rowsPerBlock - 1, column: from.column + columnsPerBlock - 1 } })
}

/**
 * The blocks that a window needs: its own, and those at the left and upper edge of the sheet, which hold the labels of
 * its rows and columns. The blocks in sight come first.
 */
export const blocksOf = ({ from, to }: CellRange, size: { rows: number; columns: number }): Block[] => {
  const first = blockOf(from)
  const last = blockOf({ row: Math.min(to.row, size.rows), column: Math.min(to.column, size.columns) })
  const inSight: Block[] = []
  for (let down = first.down; down <= last.down; down++)
    for (let along = first.along; along <= last.along; along++) inSight.push({ down, along })
  const edges = inSight.flatMap(({ down, along }) => [
    { down, along: 0 },
    { down: 0, along },
  ])
  return [...new Map([...inSight, ...edges].map((block) => [`${block.down} ${block.along}`, block])).values()]
}

export type Cell = DocumentCells['cells'][number]

const byName = new WeakMap<DocumentCells, ReadonlyMap<string, Cell>>()

/** The cells of a block by their names. */
export const cellsByName = (block: DocumentCells): ReadonlyMap<string, Cell> => {
  const known = byName.get(block) ?? new Map(block.cells.map((cell) => [cell.cell, cell]))
  byName.set(block, known)
  return known
}
