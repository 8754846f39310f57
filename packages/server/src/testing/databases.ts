import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { type OpenDatabase, openEmbedded, openPostgres } from '../platform/database/open-database.ts'
import { copyEmbeddedTemplate } from './embedded-template.ts'
import { reportMissing } from './report-missing.ts'

export type TestDatabase = OpenDatabase

interface DatabaseKind {
  name: 'pglite' | 'postgres'
  /** Opens a new, migrated database that is removed when it is closed. */
  open(): Promise<TestDatabase>
  /** The environment of a service on a new database. */
  place(): Promise<TestPlace>
}

export interface TestPlace {
  env: Record<string, string>
  remove(): Promise<void>
}

const postgresUrl = inject('postgresUrl')

const adminCommand = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: postgresUrl ?? '' })
  await client.connect()
  await client.query(sql)
  await client.end()
}

const onError = (): void => {}

const withClose = (opened: OpenDatabase, remove: () => Promise<void>): OpenDatabase => ({
  ...opened,
  close: async () => {
    await opened.close()
    await remove()
  },
})

const pglite: DatabaseKind = {
  name: 'pglite',
  place: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-'))
    await copyEmbeddedTemplate(folder)
    return { env: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true, force: true }) }
  },
  open: async () => {
    const { env, remove } = await pglite.place()
    return withClose(await openEmbedded({ folder: env['DATA_DIR'] ?? '', onError }), remove)
  },
}

const postgres: DatabaseKind = {
  name: 'postgres',
  place: async () => {
    const name = `deal_canvas_test_${randomUUID().replaceAll('-', '')}`
    const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-'))
    await adminCommand(`CREATE DATABASE ${name} TEMPLATE ${inject('postgresTemplate')}`)
    const url = new URL(postgresUrl ?? '')
    url.pathname = `/${name}`
    return {
      env: { DATABASE_URL: url.href, DATA_DIR: folder, JWT_SECRET: randomUUID(), JOURNAL_KEY: randomUUID() },
      remove: async () => {
        await adminCommand(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
  open: async () => {
    const { env, remove } = await postgres.place()
    return withClose(await openPostgres({ url: env['DATABASE_URL'] ?? '', onError }), remove)
  },
}

const noPostgres = 'PostgreSQL is not reachable (TEST_DATABASE_URL)'

/** The databases available here; the helpers below report a missing one. */
export const databaseKinds: readonly DatabaseKind[] = postgresUrl === null ? [pglite] : [pglite, postgres]

/** For suites that list their stores themselves. */
export const reportMissingPostgres = (what: string): void => {
  if (postgresUrl === null) reportMissing(what, noPostgres)
}

/** Runs a suite on every database. */
export const onEachDatabase = (title: string, rules: (kind: DatabaseKind) => void): void => {
  describe.each(databaseKinds)(`${title} ($name)`, rules)
  reportMissingPostgres(`${title} (postgres)`)
}

/** Runs a suite on one database: PostgreSQL if a server is reachable, otherwise the embedded one. */
export const onDatabase = (title: string, rules: (kind: DatabaseKind) => void): void => {
  const kind = databaseKinds.at(-1)
  if (kind === undefined) throw new Error('There is no database')
  describe(title, () => rules(kind))
}

/** Runs a suite that only works with a database server. */
export const onPostgres = (title: string, rules: (kind: DatabaseKind) => void): void => {
  if (postgresUrl === null) reportMissing(title, noPostgres)
  else describe(title, () => rules(postgres))
}
