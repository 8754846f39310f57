import type { PrintedCell, PrintedRow, PrintedTable } from '../content/flow.ts'
import { arrangeColumns, type ColumnGroup } from './column-widths.ts'
import type { Element, Page } from './page.ts'
import { type Cell, drawRow, heightOf, lineColors } from './rows.ts'
import { colors, styles, type TextStyle } from './style.ts'
import type { TextLines } from './text-lines.ts'

const gap = 10

/** Longer tables continue on the next page. */
export const maxUnsplitRows = 14

/** More cells than this are read row by row: an element for each would take more memory than the page itself. */
const maxTaggedCells = 4_000

export const drawTable = (page: Page, text: TextLines, table: PrintedTable, parent: Element): void => {
  const needs = table.columns.map(({ label }, n) => {
    const need = text.widths(label, styles.tableHead)
    for (const { cells, heading } of table.rows) {
      if (heading === true) continue
      const found = text.widths(cells[n]?.runs ?? [], styles.table)
      need.whole = Math.max(need.whole, found.whole)
      need.word = Math.max(need.word, found.word)
    }
    // Bold totals are wider.
    return { whole: need.whole * 1.04, word: need.word * 1.04 }
  })
  const isText = table.columns.every(({ align }) => align === 'left')
  const spread = table.heat === true ? 'even' : isText ? 'content' : 'labels'
  for (const group of arrangeColumns(needs, page.width, gap, spread)) drawGroup(page, text, table, group, parent)
}

const drawGroup = (page: Page, text: TextLines, table: PrintedTable, group: ColumnGroup, parent: Element): void => {
  const element = page.pdf.struct('Table')
  parent.add(element)
  const isCoarse = table.columns.length * table.rows.length > maxTaggedCells
  const starts = startsOf(page.left, group.widths)
  const scaled = (style: TextStyle): TextStyle => ({ ...style, size: style.size * group.scale })

  const place = (cells: readonly PrintedCell[], style: TextStyle, type: 'TH' | 'TD'): Cell[] =>
    group.columns.map((n, at) => {
      const cell = cells[n]
      const isFirst = at === 0
      const isLast = at === group.columns.length - 1
      const width = group.widths[at] ?? 0
      const inner = table.heat === true ? 2 * 3 : isFirst || isLast ? gap / 2 : gap
      return {
        x: starts[at] ?? page.left,
        width: table.heat === true || isLast ? width : width - gap / 2,
        lines: text.lines(cell?.runs ?? [], style, Math.max(4, width - inner)),
        align: table.columns[n]?.align ?? 'left',
        type: isFirst && type === 'TD' && table.heat === true ? 'TH' : type,
        ...(cell?.fill === 'breach' ? { fill: colors.breachFill } : {}),
        ...(cell?.framed === true ? { frame: colors.text } : {}),
      }
    })

  const head = place(
    table.columns.map(({ label }) => ({ runs: label })),
    scaled(styles.tableHead),
    'TH',
  )
  const hasHead = head.some(({ lines }) => lines.length > 0)
  const headHeight = Math.max(0, ...head.map(({ lines }) => heightOf(lines)))
  const drawHead = (): void =>
    drawRow(page, head, { above: 3, below: 3.5, parent: element, isCoarse, ruleBelow: lineColors.dark })
  // Headings that fill the page would leave no room for rows.
  const repeatsHead = hasHead && headHeight < 160

  // A short table is not split.
  page.ensure(headHeight + (table.rows.length <= maxUnsplitRows ? table.rows.length * 19 * group.scale + 8 : 44))
  if (hasHead) drawHead()
  for (const row of table.rows) {
    drawRow(
      page,
      row.heading === true ? [headingCell(page, text, row, scaled)] : place(row.cells, rowStyle(row, scaled), 'TD'),
      {
        above: 3.4,
        below: 3.4,
        parent: element,
        isCoarse,
        inset: table.heat === true ? 3 : 0,
        ruleBelow: row.total === true ? lineColors.strong : lineColors.thin,
        ...(row.total === true ? { ruleAbove: lineColors.strong } : {}),
        ...(repeatsHead ? { onNewPage: drawHead } : {}),
      },
    )
  }
  element.end()
  page.y += 8
}

const rowStyle = ({ total }: PrintedRow, scaled: (style: TextStyle) => TextStyle): TextStyle =>
  scaled(total === true ? { ...styles.table, bold: true } : styles.table)

/** Over the rows below, as wide as the table. */
const headingCell = (page: Page, text: TextLines, row: PrintedRow, scaled: (style: TextStyle) => TextStyle): Cell => ({
  x: page.left,
  width: page.width,
  lines: text.lines(
    row.cells.flatMap(({ runs }) => runs),
    scaled({ ...styles.table, bold: true }),
    page.width,
  ),
  align: 'left',
  type: 'TH',
})

const startsOf = (left: number, widths: readonly number[]): number[] => {
  let x = left
  return widths.map((width) => {
    const start = x
    x += width
    return start
  })
}
