/** A table written in a text, with its span. */
export interface TextTable {
  readonly rows: string[][]
  readonly from: number
  readonly to: number
}

interface Row {
  readonly from: number
  readonly to: number
  readonly cells: string[] | undefined
  readonly isRule: boolean
}

const pipeCells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.replaceAll(/\*\*|`/g, '').trim())

/** Columns of a printed table are at least two spaces apart. */
const spacedCells = (line: string): string[] =>
  line
    .trim()
    .split(/\t| {2,}/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')

/** Leader dots between a label and its number: "Total units ........ 104". */
const withoutLeaders = (line: string): string => line.replaceAll(/(?: ?\.){4,}/g, '  ')

const maxLineLength = 2_000

const readRow = (text: string, from: number, to: number): Row => {
  const line = text.slice(from, Math.min(to, from + maxLineLength)).replace(/\r$/, '')
  const isRule = /^[\s|:+=_-]{3,}$/.test(line)
  if (line.includes('|')) {
    const cells = pipeCells(line)
    return { from, to, isRule, cells: cells.length > 1 ? cells : undefined }
  }
  const cells = spacedCells(withoutLeaders(line))
  // Two columns of words are more likely a form or two paragraphs side by side.
  const isRow =
    cells.length > 1 && cells.slice(1).some((cell) => /\d/.test(cell)) && cells.every((cell) => cell.length <= 80)
  return { from, to, isRule, cells: isRow ? cells : undefined }
}

/** Cells of a row with an empty label or first column are aligned to the right, as numbers are. */
const alignRight = (rows: readonly string[][]): string[][] => {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  return rows.map((row) => {
    if (row.length === width) return row
    const isHead = row.length === width - 1 && row.every((cell) => !/^[a-z]/.test(cell))
    return isHead && /\d/.test(row[0] ?? '') ? ['', ...row] : row
  })
}

/** The tables in a text: rows of cells between pipes, or of columns at least two spaces apart. */
export const findTextTables = (text: string): TextTable[] => {
  const tables: TextTable[] = []
  let open: Row[] = []
  const close = (): void => {
    const rows = open.filter(({ cells, isRule }) => cells !== undefined && !isRule)
    const [first, last] = [rows[0], rows.at(-1)]
    if (rows.length >= 2 && first !== undefined && last !== undefined)
      tables.push({ rows: alignRight(rows.map(({ cells }) => cells ?? [])), from: first.from, to: last.to })
    open = []
  }
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    const row = readRow(text, from, to)
    if (row.cells !== undefined || (row.isRule && open.length > 0)) open.push(row)
    else close()
    from = to + 1
  }
  close()
  return tables
}
