import { readdirSync } from 'node:fs'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundledTables, nameOf, tablesLeftOut } from './bundled-tables.ts'
import { jsonColumns } from './json-columns.ts'
import { columnsOf, personColumnsOf, referencesOf } from './table-columns.ts'

const folder = new URL('../../platform/database/tables/', import.meta.url)

describe('the tables of a bundle', () => {
  const tables = new Map<string, PgTable>()
  beforeAll(async () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
      const found: Record<string, unknown> = await import(new URL(file, folder).href)
      for (const table of Object.values(found)) if (is(table, PgTable)) tables.set(getTableName(table), table)
    }
  })
  const bundled = new Set(bundledTables.map(nameOf))

  it('contain every table with rows of a deal, unless it says why one is left out [BUNDLE-4]', () => {
    const ofDeals = new Set(['deals'])
    for (let before = 0; before < ofDeals.size; ) {
      before = ofDeals.size
      for (const [name, table] of tables) {
        const hasDeal = Object.values(getTableColumns(table)).some((column) => column.name === 'deal_id')
        const parents = getTableConfig(table).foreignKeys.map((key) => getTableName(key.reference().foreignTable))
        // What belongs to a row of a deal belongs to the deal.
        if (hasDeal || parents.some((parent) => ofDeals.has(parent) && bundled.has(parent))) ofDeals.add(name)
      }
    }
    const unexplained = [...ofDeals].filter((name) => !bundled.has(name) && tablesLeftOut[name] === undefined)
    expect(unexplained).toEqual([])
    expect(Object.keys(tablesLeftOut).filter((name) => bundled.has(name) || !ofDeals.has(name))).toEqual([])
  })

  it('come after the tables that they refer to, so that references can be checked as rows arrive [BUNDLE-5]', () => {
    const before = new Set<string>()
    for (const table of bundledTables) {
      const missing = referencesOf(table).filter((one) => bundled.has(one.table) && !before.has(one.table))
      expect({ [nameOf(table)]: missing.filter((one) => one.table !== nameOf(table)) }).toEqual({ [nameOf(table)]: [] })
      before.add(nameOf(table))
    }
  })

  it('have a check for every JSON column, because the service trusts its own rows [BUNDLE-5]', () => {
    const json = bundledTables.flatMap((table) =>
      columnsOf(table)
        .filter((column) => column.getSQLType() === 'jsonb')
        .map((column) => `${nameOf(table)}.${column.name}`),
    )
    expect(Object.keys(jsonColumns).sort()).toEqual(json.sort())
  })

  it('replace every id of a person by that of a name [BUNDLE-3]', () => {
    const signed = new Set(['journal.signed_actor_id'])
    for (const table of bundledTables) {
      const known = [...personColumnsOf(table), ...(table.peopleIn ?? [])]
      const others = columnsOf(table)
        .filter(({ name }) => /(_by|_to|author_id|user_id|actor_id|mentioned)$/.test(name) && !known.includes(name))
        .map(({ name }) => `${nameOf(table)}.${name}`)
      expect(others.filter((name) => !signed.has(name))).toEqual([])
    }
  })
})
