import { type CellPosition, columnName, lastColumn, lastRow, parseCell } from './cell-reference.ts'
import { maxFormulaLength } from './limits.ts'

/** A reference in a shared formula: which parts move with the cell and which are fixed. */
interface MovingReference {
  readonly row: number | undefined
  readonly column: number | undefined
  readonly isRowFixed: boolean
  readonly isColumnFixed: boolean
}

/** Matches strings, quoted names and brackets, which stay; and cells, whole columns and whole rows, which move. */
const parts =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\]]*\]|(?<![\w.\\$])(?:(\$?)([A-Za-z]{1,3})(\$?)([1-9]\d{0,6})(?![\w(.!\\[]|:[\w.]+!)|(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\w(.!\\$[:])|(\$?)([1-9]\d{0,6}):(\$?)([1-9]\d{0,6})(?![\w(.!\\$:]))/g

const wholeColumn = (mark: string, letters: string): MovingReference | undefined => {
  const at = parseCell(`${letters}1`)
  return at && { row: undefined, column: at.column, isRowFixed: true, isColumnFixed: mark === '$' }
}

const wholeRow = (mark: string, digits: string): MovingReference | undefined => {
  const at = parseCell(`A${digits}`)
  return at && { row: at.row, column: undefined, isRowFixed: mark === '$', isColumnFixed: true }
}

const split = (text: string): (string | MovingReference)[] => {
  if (text.length > maxFormulaLength) return [text]
  const found: (string | MovingReference)[] = []
  let before = 0
  const add = (at: number, length: number, ...moving: (string | MovingReference | undefined)[]): void => {
    const known = moving.filter((part) => part !== undefined)
    if (known.length < moving.length) return
    found.push(text.slice(before, at), ...known)
    before = at + length
  }
  for (const match of text.matchAll(parts)) {
    const [whole, c = '', letters, r = '', digits, c1 = '', from, c2 = '', to, r1 = '', top, r2 = '', bottom] = match
    if (letters !== undefined && digits !== undefined) {
      const at = parseCell(letters + digits)
      add(match.index, whole.length, at && { ...at, isRowFixed: r === '$', isColumnFixed: c === '$' })
    } else if (from !== undefined && to !== undefined)
      add(match.index, whole.length, wholeColumn(c1, from), ':', wholeColumn(c2, to))
    else if (top !== undefined && bottom !== undefined)
      add(match.index, whole.length, wholeRow(r1, top), ':', wholeRow(r2, bottom))
  }
  return [...found, text.slice(before)]
}

/** Cached column names. */
const columnNames: readonly string[] = Array.from({ length: 256 }, (_, column) => columnName(column))

/** Caches the last row number as text; most references of a formula are in the same row. */
const createRowText = () => {
  let [before, text] = [-1, '']
  return (row: number): string => {
    if (row !== before) [before, text] = [row, String(row + 1)]
    return text
  }
}

const spelt = (
  { row, column, isRowFixed, isColumnFixed }: MovingReference,
  down: number,
  along: number,
  rowText: (row: number) => string,
): string => {
  const atRow = row === undefined || isRowFixed ? row : row + down
  const atColumn = column === undefined || isColumnFixed ? column : column + along
  if (atRow !== undefined && (atRow < 0 || atRow > lastRow)) return '#REF!'
  if (atColumn !== undefined && (atColumn < 0 || atColumn > lastColumn)) return '#REF!'
  let text = ''
  if (atColumn !== undefined) text = (isColumnFixed ? '$' : '') + (columnNames[atColumn] ?? columnName(atColumn))
  if (atRow !== undefined) text += (isRowFixed ? '$' : '') + rowText(atRow)
  return text
}

/** A formula that is written once and used by many cells; returns its text for each of them. */
export const createSharedFormula = (text: string, first: CellPosition) => {
  const pieces = split(text)
  const rowText = createRowText()
  const told: string[] = new Array(pieces.length)
  return ({ row, column }: CellPosition): string => {
    const [down, along] = [row - first.row, column - first.column]
    if (down === 0 && along === 0) return text
    // Joined at once: appending piece by piece takes many times the memory.
    for (const [place, piece] of pieces.entries())
      told[place] = typeof piece === 'string' ? piece : spelt(piece, down, along, rowText)
    return told.join('')
  }
}
