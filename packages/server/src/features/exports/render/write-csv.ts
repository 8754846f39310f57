import { strToU8, zipSync } from 'fflate'
import type { Table, TableCell } from './table.ts'

/** What spreadsheets take for a formula when they open a CSV file, also behind spaces that they cut off. */
const startsFormula = /^\s*[=+\-@\t\r]/

const field = (cell: TableCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'object') return String(cell.value)
  if (typeof cell === 'number') return String(cell)
  // An apostrophe makes it a text.
  const safe = startsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvOf = ({ columns, rows }: Table): string =>
  [columns.map(({ title }) => title), ...rows].map((cells) => `${cells.map(field).join(',')}\r\n`).join('')

/** A zip with one CSV file per list, in UTF-8 with a byte order mark, without which Excel reads another encoding. */
export const writeCsvFiles = (tables: readonly Table[], note: string | undefined, at: Date): Uint8Array => {
  const files = tables.map((table) => [`${table.id}.csv`, strToU8(`\ufeff${csvOf(table)}`)] as const)
  const notes = note === undefined ? [] : [['README.txt', strToU8(`${note}\r\n`)] as const]
  return zipSync(Object.fromEntries([...notes, ...files]), { level: 6, mtime: at })
}
