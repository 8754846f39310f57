/** Wider or higher spans are not from a person. */
const maxSpan = 200

interface SpannedCell {
  text: string
  columns?: number
  rows?: number
}

const spanOf = (span: number | undefined): number => Math.min(Math.max(Math.trunc(span ?? 1) || 1, 1), maxSpan)

/**
 * Collects the rows of a table whose cells can span several columns or rows. The text of such a cell stands in its
 * first place; the others are empty, so that every cell keeps its column.
 */
export const createSpannedRows = () => {
  const rows: string[][] = []
  /** How many further rows a cell of an earlier row covers, by column. */
  let covered: number[] = []
  return {
    rows: (): string[][] => rows,
    add: (cells: readonly SpannedCell[]): void => {
      const row: string[] = []
      const below: number[] = []
      const skip = (): void => {
        for (let left = covered[row.length] ?? 0; left > 0; left = covered[row.length] ?? 0) {
          below[row.length] = left - 1
          row.push('')
        }
      }
      for (const { text, columns, rows: high } of cells) {
        skip()
        for (let n = 0; n < spanOf(columns); n++) {
          below[row.length] = spanOf(high) - 1
          row.push(n === 0 ? text : '')
        }
      }
      skip()
      covered = below
      rows.push(row)
    },
  }
}
