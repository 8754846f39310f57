import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { onEachDatabase, type TestDatabase } from '../../testing/databases.ts'
import { migrate } from './migrate.ts'

const makeTable = { '0001_first.sql': 'CREATE TABLE first (n int); INSERT INTO first VALUES (1)' }
const changeTable = { '0002_second.sql': 'ALTER TABLE first ADD COLUMN second int' }

const folders: string[] = []
/** A folder of migrations; its name contains a space to check that paths are encoded. */
const folderOf = async (files: Record<string, string>): Promise<URL> => {
  const folder = await mkdtemp(join(tmpdir(), 'deal canvas migrations-'))
  folders.push(folder)
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return pathToFileURL(`${folder}/`)
}
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true }))))

onEachDatabase('database migrations', (kind) => {
  let opened: TestDatabase
  const rows = async (text: string): Promise<unknown[]> => (await opened.database.query({ text })).rows
  const recorded = () => rows('SELECT name FROM migrations ORDER BY name')
  const tables = () => rows("SELECT tablename AS name FROM pg_tables WHERE tablename IN ('first', 'third') ORDER BY 1")
  const run = async (files: Record<string, string>) => migrate(opened.connection, await folderOf(files))

  beforeAll(async () => {
    opened = await kind.open()
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    await rows('DROP TABLE IF EXISTS migrations, first, third')
  })

  it('applies migrations once, in name order', async () => {
    expect(await run({ ...changeTable, ...makeTable })).toEqual(['0001_first.sql', '0002_second.sql'])
    expect(await run({ ...changeTable, ...makeTable })).toEqual([])
    expect(await rows('SELECT * FROM first')).toEqual([{ n: 1, second: null }])
  })

  it('applies only the new migrations on a later run', async () => {
    expect(await run(makeTable)).toEqual(['0001_first.sql'])
    expect(await run({ ...makeTable, ...changeTable })).toEqual(['0002_second.sql'])
  })

  it('ignores files that are not SQL files', async () => {
    expect(await run({ ...makeTable, 'README.md': 'no SQL' })).toEqual(['0001_first.sql'])
  })

  it('stops the startup and names the migrations that were edited after they were applied, changing nothing', async () => {
    await run({ ...makeTable, ...changeTable })
    const edited = { '0001_first.sql': 'CREATE TABLE first (n bigint)', '0002_second.sql': '-- emptied' }
    await expect(run({ ...edited, '0003_third.sql': 'CREATE TABLE third (n int)' })).rejects.toThrow(
      'Migrations were edited after they were applied: 0001_first.sql, 0002_second.sql',
    )
    expect(await tables()).toEqual([{ name: 'first' }])
    expect(await recorded()).toEqual([{ name: '0001_first.sql' }, { name: '0002_second.sql' }])
  })

  it('rolls back a failing migration and those before it in the same run', async () => {
    const failing = { '0003_third.sql': 'CREATE TABLE third (n int); SELECT * FROM nowhere' }
    await expect(run({ ...makeTable, ...failing })).rejects.toThrow('relation "nowhere" does not exist')
    expect(await tables()).toEqual([])
    expect(await rows("SELECT to_regclass('migrations') AS found")).toEqual([{ found: null }])
    expect(await run({ ...makeTable, '0003_third.sql': 'CREATE TABLE third (n int)' })).toHaveLength(2)
  })

  it('leaves migrations of a newer version in place during a rollback', async () => {
    await run({ ...makeTable, ...changeTable })
    expect(await run(makeTable)).toEqual([])
    expect(await recorded()).toHaveLength(2)
  })
})

const postgresUrl = inject('postgresUrl')
// If there is no PostgreSQL, onEachDatabase has already reported it.
describe.runIf(postgresUrl !== null)('database migrations on an empty PostgreSQL', () => {
  const name = `deal_canvas_test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(postgresUrl ?? 'postgres://nowhere')
  const command = async (connectionString: string, sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const { rows } = await client.query(sql)
    await client.end()
    return rows
  }
  beforeAll(() => command(url.href, `CREATE DATABASE ${name}`))
  afterAll(() => command(url.href, `DROP DATABASE ${name} WITH (FORCE)`))

  it('applies migrations once when ten nodes start together, and all ten start', async () => {
    const folder = await folderOf({ ...makeTable, ...changeTable })
    const own = Object.assign(new URL(url), { pathname: `/${name}` }).href
    const applied = await Promise.all(Array.from({ length: 10 }, () => migrate({ connectionString: own }, folder)))
    expect(applied.flat()).toEqual(['0001_first.sql', '0002_second.sql'])
    expect(await command(own, 'SELECT n FROM first')).toEqual([{ n: 1 }])
    expect(await command(own, 'SELECT name FROM migrations ORDER BY name')).toHaveLength(2)
  })
})
