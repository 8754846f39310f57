import { parseCell } from './cell-reference.ts'
import type { Area } from './value.ts'

/** Parses `B2:D9` or `B2`; undefined for text that is not a rectangle, or whose corners are reversed. */
export const areaFromText = (text: string, sheet: number): Area | undefined => {
  const [first = '', last = first] = text.split(':')
  const [from, to] = [parseCell(first), parseCell(last)]
  if (from === undefined || to === undefined || to.row < from.row || to.column < from.column) return undefined
  return { sheet, top: from.row, left: from.column, bottom: to.row, right: to.column }
}

/** Number of cells in a rectangle. */
export const cellsOf = ({ top, left, bottom, right }: Area): number => (bottom - top + 1) * (right - left + 1)
