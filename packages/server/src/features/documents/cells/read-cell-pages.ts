import { shownValue } from '@deal-canvas/engine'
import { formatCell } from '@deal-canvas/workbook-reader'
import { type CellIndex, type CellRange, type PagedCell, type PageEntry, pagesOfRange } from './cell-pages.ts'

/** A cell as shown to a user who checks the source of a number. */
export interface ShownCell {
  cell: string
  type: PagedCell[2]
  value: PagedCell[3]
  text: string
  formula: string | null
  format: string | null
}

/** Rows and columns up to its last cell. */
export interface SheetSize {
  name: string
  rows: number
  columns: number
  hidden: boolean
}

/** Lists the sheets in both cases. */
export type FoundCells = { sheets: SheetSize[] } & (
  | { found: true; sheet: string; cells: ShownCell[] }
  | { found: false }
)

/** Thrown if the cells of the range hold more text than one response can carry. */
export class TooMuchText extends Error {
  override readonly name = 'TooMuchText'
}

/** Counts values, texts, formulas and formats. */
export const maxAnswerCharacters = 2_000_000

export const sheetOf = ({ sheets }: CellIndex, wanted: string | undefined) =>
  wanted === undefined
    ? sheets[0]
    : (sheets.find(({ name }) => name === wanted) ??
      sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()))

/** An error value is its own text. */
export const textOf = ([, , , value, text, , format]: PagedCell): string =>
  text ?? shownValue({ value, ...(format === null ? {} : { format }) })

const present = (cell: PagedCell): ShownCell => {
  const [row, column, type, value, , formula, format] = cell
  return {
    cell: formatCell({ row, column }),
    type,
    value,
    text: textOf(cell),
    formula: formula === null ? null : `=${formula}`,
    format,
  }
}
const charactersOf = ([, , , value, text, formula, format]: PagedCell): number =>
  (typeof value === 'string' ? 2 * value.length : 0) +
  (text?.length ?? 0) +
  (formula?.length ?? 0) +
  (format?.length ?? 0)

/** Formatting is slow, so other requests run between batches. */
const cellsPerBatch = 500

/** Returns the non-empty cells of a range, row by row. Uses the first sheet if none is given. */
export const readCellPages = async (
  index: CellIndex,
  { sheet: wanted, range }: { sheet?: string | undefined; range: CellRange },
  load: (pages: readonly PageEntry[]) => Promise<readonly (readonly PagedCell[])[]>,
): Promise<FoundCells> => {
  const sheets = index.sheets.map(({ name, rows, columns, hidden }) => ({ name, rows, columns, hidden }))
  const sheet = sheetOf(index, wanted)
  if (sheet === undefined) return { found: false, sheets }
  const { from, to } = range
  const isWithin = ([row, column]: PagedCell): boolean =>
    row >= from.row && row <= to.row && column >= from.column && column <= to.column
  const isWanted = new Set(pagesOfRange(sheet.pages, range))
  const wantedPages = sheet.pages.filter((_, place) => isWanted.has(place))
  const found = (await load(wantedPages)).flatMap((page) => page.filter(isWithin))
  if (found.reduce((sum, cell) => sum + charactersOf(cell), 0) > maxAnswerCharacters) throw new TooMuchText()
  const inOrder = found.sort(([row, column], [otherRow, otherColumn]) => row - otherRow || column - otherColumn)
  const cells: ShownCell[] = []
  for (const [place, cell] of inOrder.entries()) {
    if (place % cellsPerBatch === cellsPerBatch - 1) await new Promise((resolve) => setImmediate(resolve))
    cells.push(present(cell))
  }
  return { found: true, sheets, sheet: sheet.name, cells }
}
