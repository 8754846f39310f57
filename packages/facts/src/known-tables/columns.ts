import { cellNumber } from '../table-cells.ts'
import { headRowOf } from '../table-heads.ts'
import type { TableView } from '../table-view.ts'

/** The column of each role; a role without a column is absent. */
export type Columns<Role extends string> = Partial<Record<Role, number>>

/** A table whose columns have known roles. */
export interface KnownColumns<Role extends string> {
  readonly headRow: number
  readonly columns: Columns<Role>
  /** The rows of data: all below the heads up to the total, without section heads. */
  readonly dataRows: readonly number[]
  readonly totalRow: number | undefined
}

const isTotal = (text: string): boolean => /^(?:grand )?totals?\b|^total ?[/:]/i.test(text.trim())
const maxRows = 50_000

/** Assigns roles to the columns by their heads, each role once; undefined if a required one is missing. */
export const knownColumns = <Role extends string>(
  view: TableView,
  forms: readonly (readonly [Role, RegExp])[],
  required: readonly Role[],
): KnownColumns<Role> | undefined => {
  const headRow = headRowOf(view.rows)
  if (headRow === -1) return undefined
  const heads = (view.rows[headRow] ?? []).map((cell) => cell.trim().toLowerCase().slice(0, 60))
  const columns: Columns<Role> = {}
  const taken = new Set<number>()
  for (const [role, form] of forms) {
    const found = heads.findIndex((head, at) => head !== '' && !taken.has(at) && form.test(head))
    if (found === -1 || columns[role] !== undefined) continue
    columns[role] = found
    taken.add(found)
  }
  if (required.some((role) => columns[role] === undefined)) return undefined
  const dataRows: number[] = []
  let totalRow: number | undefined
  const first = columns[required[0] as Role] ?? 0
  for (let row = headRow + 1; row < Math.min(view.rows.length, headRow + maxRows); row++) {
    const cells = view.rows[row] ?? []
    const filled = cells.filter((cell) => cell.trim() !== '')
    const isTotals = cells.slice(0, first + 2).some(isTotal)
    if (isTotals) {
      totalRow = row
      break
    }
    // An empty row ends the table; what follows is another one.
    if (filled.length === 0 && dataRows.length > 0) break
    if (filled.length > 1 && (cells[first] ?? '').trim() !== '') dataRows.push(row)
  }
  return dataRows.length === 0 ? undefined : { headRow, columns, dataRows, totalRow }
}

/** The text of a cell; '' if the table has no such column. */
export const textAt = (view: TableView, row: number, column: number | undefined): string =>
  column === undefined ? '' : (view.rows[row]?.[column] ?? '').trim()

/** The number in a cell; undefined if there is none. */
export const numberAt = (view: TableView, row: number, column: number | undefined): number | undefined =>
  cellNumber(textAt(view, row, column))?.value

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Whether two sums are the same up to rounding. */
export const foots = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(1, Math.abs(b) * 0.0001)
