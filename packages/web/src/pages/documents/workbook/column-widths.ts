import type { DocumentCells } from '@deal-canvas/contract'
import { readRange } from '../../../features/workbook-grid/cell-range.ts'

export const usualWidth = 88
const minWidth = 56
/** A long text is cut, and shown in full when the cell is chosen. A number is never cut. */
const maxTextWidth = 240
const maxNumberWidth = 280
const padding = 18
const perCharacter = 7.2

/** How wide the columns of a block must be; a column without cells is left out. */
export const widthsOf = ({ cells }: DocumentCells): Map<number, number> => {
  const widths = new Map<number, number>()
  for (const { cell, text, type } of cells) {
    const column = readRange(cell)?.from.column
    if (column === undefined || text === '') continue
    const wanted = Math.ceil(text.length * perCharacter) + padding
    const width = Math.max(minWidth, Math.min(wanted, type === 'text' ? maxTextWidth : maxNumberWidth))
    widths.set(column, Math.max(width, widths.get(column) ?? 0))
  }
  return widths
}

/** Columns only grow, so that what is being read does not move away. Returns the known widths if nothing changes. */
export const grown = (
  known: ReadonlyMap<number, number>,
  blocks: readonly DocumentCells[],
): ReadonlyMap<number, number> => {
  const next = new Map(known)
  for (const block of blocks)
    for (const [column, width] of widthsOf(block)) next.set(column, Math.max(width, next.get(column) ?? 0))
  const isSame = next.size === known.size && [...next].every(([column, width]) => known.get(column) === width)
  return isSame ? known : next
}
