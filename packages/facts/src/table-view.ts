import { formatCell } from '@deal-canvas/engine'
import type { Box, Page } from './document.ts'
import type { FactPlace } from './fact.ts'

/** A table with the places of its rows in the document. */
export interface TableView {
  readonly rows: readonly (readonly string[])[]
  /** The heading that it stands under, and the line above it. */
  readonly heading: string
  readonly caption: string
  /** The multiplier of amounts that is stated for all tables around it. */
  readonly scale?: number | undefined
  /** The quote and place of a row; the column names the cell of a sheet. */
  readonly at: (row: number, column: number) => { quote: string; place: FactPlace }
}

const maxQuote = 600

/** The span of each row of a table in the text of its page, found by its cells in order. */
const spansOf = (
  text: string,
  rows: readonly (readonly string[])[],
  from: number,
  to: number,
): { from: number; to: number }[] => {
  let cursor = from
  return rows.map((row) => {
    let start = -1
    let end = cursor
    for (const cell of row) {
      const plain = cell.trim()
      if (plain === '') continue
      const found = text.indexOf(plain, end)
      // A cell far away belongs to another row: searching on would lose all that follow.
      if (found === -1 || found + plain.length > to || found - end > maxQuote) continue
      if (start === -1) start = found
      end = found + plain.length
    }
    if (start === -1) return { from, to: Math.min(to, from + maxQuote) }
    cursor = end
    return { from: start, to: end }
  })
}

/** A table on a page. */
export const tableOnPage = (
  page: Page,
  table: { rows: readonly (readonly string[])[]; from: number; to: number; box?: Box | undefined },
  heading: string,
  scale?: number,
): TableView => {
  const spans = spansOf(page.text, table.rows, table.from, table.to)
  return {
    rows: table.rows,
    heading,
    scale,
    caption: captionAbove(page.text, table.from),
    at: (row) => {
      const span = spans[row] ?? { from: table.from, to: Math.min(table.to, table.from + maxQuote) }
      return {
        quote: page.text.slice(span.from, span.to),
        place: { page: page.page, ...span, ...(table.box === undefined ? {} : { box: table.box }) },
      }
    },
  }
}

const maxCaption = 160

/** The line above a table. */
const captionAbove = (text: string, from: number): string => {
  const above = text.slice(Math.max(0, from - 2 * maxCaption), from).trimEnd()
  const line = above.slice(above.lastIndexOf('\n') + 1).slice(0, maxCaption)
  // A label and its value in columns belong to a form, not to the table.
  return /^\p{Lu}[\p{L} ]{1,41}$/u.test(line.trimStart().split('  ')[0] ?? '') && /\S {2,}\S/.test(line) ? '' : line
}

/** The rows of a sheet from `first` on. */
export const tableOnSheet = (
  sheet: string,
  rows: readonly (readonly string[])[],
  first: number,
  heading: string,
  caption: string,
): TableView => ({
  rows,
  heading,
  caption,
  at: (row, column) => {
    const quote = (rows[row] ?? []).filter((cell) => cell.trim() !== '').join(' | ')
    return { quote, place: { sheet, cell: formatCell({ row: first + row, column }), from: 0, to: quote.length } }
  },
})
