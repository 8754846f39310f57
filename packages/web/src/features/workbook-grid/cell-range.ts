export interface CellPlace {
  /** 1-based. */
  readonly row: number
  readonly column: number
}

export interface CellRange {
  readonly from: CellPlace
  readonly to: CellPlace
}

export const maxRows = 1_048_576
export const maxColumns = 16_384

/** 1 is A, 27 is AA. */
export const columnName = (column: number): string =>
  column <= 0 ? '' : columnName(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26))

export const cellName = ({ row, column }: CellPlace): string => `${columnName(column)}${row}`

const readCell = (text: string): CellPlace | undefined => {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(text.trim()) ?? []
  if (letters === undefined || digits === undefined) return undefined
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { row: Number(digits), column }
}

/** "C12" or "C12:F13"; undefined: the text is neither. */
export const readRange = (text: string): CellRange | undefined => {
  const [first = '', last = first] = text.split(':')
  const [from, to] = [readCell(first), readCell(last)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

export const isIn = ({ from, to }: CellRange, { row, column }: CellPlace): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column

interface Reach {
  readonly above: number
  readonly below: number
  readonly left: number
  readonly right: number
}

/** A window on a sheet around a cell. At an edge of the sheet it moves instead of shrinking. */
export const around = ({ row, column }: CellPlace, { above, below, left, right }: Reach): CellRange => {
  const top = Math.max(1, Math.min(row - above, maxRows - above - below))
  const first = Math.max(1, Math.min(column - left, maxColumns - left - right))
  return { from: { row: top, column: first }, to: { row: top + above + below, column: first + left + right } }
}

export const rangeName = ({ from, to }: CellRange): string => `${cellName(from)}:${cellName(to)}`
