import type { CellPosition } from '@deal-canvas/engine'

/**
 * The cells of a workbook as pages of one blob: a line of JSON that says where each page lies, then the pages, each
 * deflated: cells that name the same text or format repeat it. Cells stand in bands of rows, in each band column by column, so that the cells of any range lie in few pages, whether it is tall or
 * wide. How many pages there are depends on how many cells hold something, not on how far they lie apart.
 */
export const rowsPerBand = 32
export const maxCellsPerPage = 128
export const maxCharactersPerPage = 48 * 1024

/** Row, column, type, value, text where it is not what the value says itself, formula, format; null: none. */
export type PagedCell = [
  row: number,
  column: number,
  type: 'number' | 'text' | 'boolean' | 'error' | 'empty',
  value: number | string | boolean | null,
  text: string | null,
  formula: string | null,
  format: string | null,
]

/** Where the first cell of a page stands in its sheet, and where the page lies behind the index. */
export type PageEntry = [row: number, column: number, start: number, bytes: number]

export interface CellIndex {
  sheets: { name: string; pages: PageEntry[] }[]
}

const bandOf = (row: number): number => Math.floor(row / rowsPerBand)

/** In the order of the pages. */
export const compareCells = (a: CellPosition, b: CellPosition): number =>
  bandOf(a.row) - bandOf(b.row) || a.column - b.column || a.row - b.row

export interface CellRange {
  from: CellPosition
  to: CellPosition
}

/** The last page that begins at a cell or before it; -1: all begin after it. */
const lastPageBefore = (pages: readonly PageEntry[], cell: CellPosition): number => {
  let [low, high] = [0, pages.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [row, column] = pages[middle] ?? [0, 0]
    if (compareCells({ row, column }, cell) <= 0) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The places of the pages that may hold cells of a range, in their order. */
export const pagesOfRange = (pages: readonly PageEntry[], { from, to }: CellRange): number[] => {
  const found: number[] = []
  const lastBand = bandOf(pages.at(-1)?.[0] ?? -1)
  for (let band = bandOf(from.row); band <= Math.min(bandOf(to.row), lastBand); band++) {
    const first = { row: band * rowsPerBand, column: from.column }
    const last = { row: band * rowsPerBand + rowsPerBand - 1, column: to.column }
    const end = lastPageBefore(pages, last)
    // The page before may hold the first of them, and the band before may have had it already.
    const start = Math.max(0, lastPageBefore(pages, first), (found.at(-1) ?? -1) + 1)
    for (let page = start; page <= end; page++) found.push(page)
  }
  // The last page goes on in bands in which no page begins.
  const last = pages.length - 1
  if (last >= 0 && bandOf(to.row) > lastBand && found.at(-1) !== last) found.push(last)
  return found
}
