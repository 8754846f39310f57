import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx'
import type { PrintedCell, PrintedRow, PrintedTable } from '../content/flow.ts'
import { arrangeColumns, type ColumnGroup } from '../pdf/column-widths.ts'
import { colors } from '../pdf/style.ts'
import type { WordRuns } from './word-runs.ts'

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const

const line = (color: string, size = 4) => ({ style: BorderStyle.SINGLE, size, color: color.slice(1) }) as const

const alignments = { left: AlignmentType.LEFT, right: AlignmentType.RIGHT, center: AlignmentType.CENTER } as const

/** Twips for each letter of a table, near enough to share out the width. */
const letter = 95

/** Word shows at most 63 columns. */
const maxColumns = 40

const textOf = (cell: PrintedCell | undefined): string => (cell?.runs ?? []).map(({ text }) => text).join('')

const needOf = (text: string) => ({
  whole: Math.min(text.length, 400) * letter,
  word: Math.max(0, ...text.split(' ').map(({ length }) => Math.min(length, 200))) * letter,
})

/** A table with heading rows that repeat on every page; one that is too wide becomes several. */
export const wordTables = (runs: WordRuns, table: PrintedTable, width: number): (Table | Paragraph)[] => {
  const needs = table.columns.map(({ label }, n) => {
    const need = needOf(textOf({ runs: label }))
    for (const { cells, heading } of table.rows) {
      if (heading === true) continue
      const found = needOf(textOf(cells[n]))
      need.whole = Math.max(need.whole, found.whole)
      need.word = Math.max(need.word, found.word)
    }
    return need
  })
  const isText = table.columns.every(({ align }) => align === 'left')
  const spread = table.heat === true ? 'even' : isText ? 'content' : 'labels'
  return arrangeColumns(needs, width, 160, spread)
    .flatMap((group) => splitGroup(group))
    .flatMap((group) => [wordTable(runs, table, group), new Paragraph({ style: 'MemoNote', children: [] })])
}

const splitGroup = (group: ColumnGroup): ColumnGroup[] => {
  if (group.columns.length <= maxColumns) return [group]
  const parts: ColumnGroup[] = []
  for (let at = 1; at < group.columns.length; at += maxColumns - 1) {
    const pick = <Value>(values: Value[]): Value[] => [...values.slice(0, 1), ...values.slice(at, at + maxColumns - 1)]
    parts.push({ ...group, columns: pick(group.columns), widths: pick(group.widths) })
  }
  return parts
}

const wordTable = (runs: WordRuns, table: PrintedTable, { columns, widths, scale }: ColumnGroup): Table => {
  const size = Math.round(17 * scale)
  const cellOf = (at: number, cell: PrintedCell | undefined, row: PrintedRow | 'head'): TableCell => {
    const isTotal = row !== 'head' && (row.total === true || row.heading === true)
    const style = row === 'head' ? { size: size - 2, bold: true } : { size, bold: isTotal }
    const frame = line(colors.text, 10)
    return new TableCell({
      width: { size: Math.round(widths[at] ?? 0), type: WidthType.DXA },
      ...(cell?.fill === 'breach' ? { shading: { type: ShadingType.CLEAR, fill: colors.breachFill.slice(1) } } : {}),
      ...(cell?.framed === true ? { borders: { top: frame, bottom: frame, left: frame, right: frame } } : {}),
      children: [
        new Paragraph({
          style: 'MemoTable',
          alignment: alignments[table.columns[columns[at] ?? 0]?.align ?? 'left'],
          keepNext: row === 'head',
          children: runs.of(cell?.runs ?? [], style),
        }),
      ],
    })
  }
  const rowOf = (cells: readonly PrintedCell[], row: PrintedRow | 'head'): TableRow =>
    new TableRow({
      cantSplit: cells.every((cell) => textOf(cell).length < 1_000),
      tableHeader: row === 'head',
      children: columns.map((n, at) => cellOf(at, cells[n], row)),
    })
  const head = table.columns.map(({ label }): PrintedCell => ({ runs: label }))
  const hasHead = head.some((cell) => textOf(cell) !== '')
  const rows = [...(hasHead ? [rowOf(head, 'head')] : []), ...table.rows.map((row) => rowOf(row.cells, row))]
  return new Table({
    width: { size: Math.round(widths.reduce((sum, value) => sum + value, 0)), type: WidthType.DXA },
    columnWidths: widths.map(Math.round),
    layout: TableLayoutType.FIXED,
    margins: { top: 40, bottom: 40, left: 40, right: 60 },
    borders: {
      top: none,
      left: none,
      right: none,
      insideVertical: none,
      bottom: line(colors.strongLine),
      insideHorizontal: line(colors.line),
    },
    rows,
  })
}
