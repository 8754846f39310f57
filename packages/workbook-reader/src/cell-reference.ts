/** A cell position; both indexes are zero-based. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

/** The size of a worksheet in Excel. */
export const lastRow = 1_048_575
export const lastColumn = 16_383

const form = /^\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})$/
const letterA = 65

/** `A` for column 0, `Z` for 25, `AA` for 26: base 26 without a zero. */
export const columnName = (column: number): string => {
  let name = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(letterA + ((rest - 1) % 26)) + name
  }
  return name
}

const columnNumber = (name: string): number => {
  let number = 0
  for (const letter of name.toUpperCase()) number = number * 26 + (letter.charCodeAt(0) - letterA + 1)
  return number - 1
}

/** `C7` for row 6, column 2. */
export const formatCell = ({ row, column }: CellPosition): string => `${columnName(column)}${row + 1}`

/** Parses `C7` or `$C$7`; undefined for text that is not a cell of a worksheet. */
export const parseCell = (text: string): CellPosition | undefined => {
  const [, letters, digits] = form.exec(text) ?? []
  if (letters === undefined || digits === undefined) return undefined
  const position = { row: Number(digits) - 1, column: columnNumber(letters) }
  return position.row <= lastRow && position.column <= lastColumn ? position : undefined
}
