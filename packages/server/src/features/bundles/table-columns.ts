import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import { users } from '../../platform/database/tables/users.ts'
import type { BundledTable } from './bundled-tables.ts'

/** A reference from a bundled table to another table. */
export interface Reference {
  columns: readonly string[]
  table: string
  foreignColumns: readonly string[]
}

/** The columns of a table that a bundle contains. */
export const columnsOf = ({ table, without = [] }: BundledTable): PgColumn[] =>
  Object.values(getTableColumns(table)).filter(({ name }) => !without.includes(name)) as PgColumn[]

/** In the order in which rows are read. */
export const keyOf = ({ table }: BundledTable): PgColumn[] => {
  const { primaryKeys, columns } = getTableConfig(table)
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
}

export const referencesOf = ({ table }: BundledTable): Reference[] =>
  getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable, foreignColumns } = key.reference()
    return {
      columns: columns.map(({ name }) => name),
      table: getTableName(foreignTable),
      foreignColumns: foreignColumns.map(({ name }) => name),
    }
  })

/** The columns with the id of one person. */
export const personColumnsOf = (bundled: BundledTable): string[] => {
  const carried = new Set(columnsOf(bundled).map(({ name }) => name))
  return referencesOf(bundled)
    .filter(({ table }) => table === getTableName(users))
    .flatMap(({ columns }) => columns)
    .filter((name) => carried.has(name))
}
