import type { CellPosition } from '@deal-canvas/workbook-reader'

/**
 * The cells of a workbook as pages of one blob: a JSON line with the position of each page, then the pages. Each page
 * is deflated, because cells with the same text or format repeat it. Cells are sorted into bands of rows, and column by
 * column within a band, so that any range, tall or wide, is on few pages. The number of pages depends on the number of
 * non-empty cells, not on their distance.
 */
export const rowsPerBand = 32
export const maxCellsPerPage = 128
export const maxCharactersPerPage = 48 * 1024

/**
 * Row, column, type, value, text (if it differs from the plain value), formula, format, and where its label and its
 * header are; see find-labels.ts. Null means none.
 */
export type PagedCell = [
  row: number,
  column: number,
  type: 'number' | 'text' | 'boolean' | 'error' | 'empty',
  value: number | string | boolean | null,
  text: string | null,
  formula: string | null,
  format: string | null,
  labelColumn: number | null,
  headerRow: number | null,
]

/** Position of a page's first cell in its sheet, and the page's offset after the index and its size. */
export type PageEntry = [row: number, column: number, start: number, bytes: number]

/** A part of the blob after the index. */
export type BlobPart = [start: number, bytes: number]

export interface CellIndex {
  /** Rows and columns up to the last cell. */
  sheets: { name: string; hidden: boolean; rows: number; columns: number; pages: PageEntry[] }[]
  /** The defined names and tables, in lower case. */
  names: BlobPart
  /** What formulas read; see link-index.ts. */
  links: BlobPart
  /** False: some numbers are formatted when they are read. */
  isFormatted: boolean
}

const bandOf = (row: number): number => Math.floor(row / rowsPerBand)

/** Compares cells in page order. */
export const compareCells = (a: CellPosition, b: CellPosition): number =>
  bandOf(a.row) - bandOf(b.row) || a.column - b.column || a.row - b.row

export interface CellRange {
  from: CellPosition
  to: CellPosition
}

/** Returns the last page that starts at or before a cell; -1 if all start after it. */
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

/** Returns the indexes of the pages that can hold cells of a range, in order. */
export const pagesOfRange = (pages: readonly PageEntry[], { from, to }: CellRange): number[] => {
  const found: number[] = []
  const lastBand = bandOf(pages.at(-1)?.[0] ?? -1)
  for (let band = bandOf(from.row); band <= Math.min(bandOf(to.row), lastBand); band++) {
    const first = { row: band * rowsPerBand, column: from.column }
    const last = { row: band * rowsPerBand + rowsPerBand - 1, column: to.column }
    const end = lastPageBefore(pages, last)
    // The previous page can hold the first of these cells, but the previous band may already have added it.
    const start = Math.max(0, lastPageBefore(pages, first), (found.at(-1) ?? -1) + 1)
    for (let page = start; page <= end; page++) found.push(page)
  }
  // The last page can extend into bands in which no page starts.
  const last = pages.length - 1
  if (last >= 0 && bandOf(to.row) > lastBand && found.at(-1) !== last) found.push(last)
  return found
}
