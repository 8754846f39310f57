import type { ModelTable, TableColumn, TableRow, TableView } from '@deal-canvas/memo'
import { columnName } from '@deal-canvas/workbook-reader'
import { blockMessages as messages } from '../../messages/blocks.ts'
import type { AreaCell } from '../models/index.ts'
import type { BlockContext } from './block-context.ts'
import { areaOf, cellsOf } from './cells-of-model.ts'
import { unavailable } from './unavailable.ts'

interface SheetRow {
  /** As in the sheet, from 1. */
  row: number
  label: string
  cells: readonly AreaCell[]
}

/** A row is found by its label again when rows were inserted above it. */
const chosenRows = (block: ModelTable, rows: readonly SheetRow[]): (SheetRow & { total: boolean })[] => {
  if (block.rows === undefined) return rows.map((row) => ({ ...row, total: false }))
  return block.rows.map(({ row, label, total = false }) => {
    const isSame = (found: SheetRow): boolean => normal(found.label) === normal(label)
    const inPlace = rows.find((found) => found.row === row && isSame(found))
    const named = rows.filter(isSame)
    const found = inPlace ?? (named.length === 1 ? named[0] : undefined)
    return { ...(found ?? unavailable(messages.rowMissing({ row: `${row}`, sheet: block.sheet, label }))), total }
  })
}

const normal = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

export const tableView = async (block: ModelTable, context: BlockContext): Promise<TableView> => {
  const { sheet, range, header_rows: headerRows = 1, columns: letters } = block
  const area = areaOf(sheet, range)
  const [cells = []] = await cellsOf(context, [area])
  const isWanted = (column: number): boolean =>
    letters === undefined || letters.includes(columnName(area.from.column + column))
  // Models indent labels by writing them one column further to the right.
  const firstWanted = letters === undefined ? 1 : Math.max(1, cells[0]?.findIndex((_, n) => n > 0 && isWanted(n)) ?? 1)
  const labelOf = (row: readonly AreaCell[]): string =>
    row.slice(0, firstWanted).find(({ text, value }) => text.trim() !== '' && value === null)?.text ??
    row[0]?.text ??
    ''
  const pick = (row: readonly AreaCell[]): AreaCell[] => row.filter((_, n) => n > 0 && isWanted(n))
  const heads = cells.slice(0, headerRows).map(pick)
  const rows = cells
    .slice(headerRows)
    .map((row, n): SheetRow => ({ row: area.from.row + headerRows + n + 1, label: labelOf(row), cells: pick(row) }))
    .filter(({ label, cells: values }) => label.trim() !== '' || values.some(({ text }) => text !== ''))
  const shown = chosenRows(block, rows)
  const width = shown[0]?.cells.length ?? 0
  // Columns that separate others in the sheet are empty in every row.
  const columns = Array.from({ length: width }, (_, n) => n).filter((n) =>
    [...shown.map((row) => row.cells[n]), ...heads.map((head) => head[n])].some((cell) => (cell?.text ?? '') !== ''),
  )
  if (shown.length === 0 || columns.length === 0) unavailable(messages.rangeEmpty({ range, sheet }))
  return {
    view: 'table',
    ...(block.title === undefined ? {} : { title: block.title }),
    columns: columns.map((n): TableColumn => {
      const [label = '', ...details] = heads.map((head) => head[n]?.text ?? '').filter((text) => text !== '')
      return { label, ...(details.length === 0 ? {} : { detail: details.join(' ') }) }
    }),
    rows: shown.map(({ label, cells: values, total }): TableRow => {
      const isHeading = values.every(({ text }) => text === '')
      return {
        label,
        cells: columns.map((n) => {
          const cell = values[n]
          const isText = cell !== undefined && cell.value === null && cell.text !== ''
          return {
            text: cell?.text ?? '',
            ...(isText ? { isText } : {}),
            ...(cell?.isChanged === true ? { changed: true } : {}),
          }
        }),
        ...(total ? { total } : {}),
        ...(isHeading ? { heading: true } : {}),
      }
    }),
    source: `${sheet}!${range}`,
  }
}
