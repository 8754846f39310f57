import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

/** Advisory lock key, an arbitrary constant: nodes that start together migrate one at a time. */
const lockNumber = 7_203_114

interface Migration {
  name: string
  sql: string
  checksum: string
}

const readMigrations = async (folder: URL): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(encodeURIComponent(name), folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Migrates the database to the newest schema and returns the names of the applied migrations. One node at a time, all
 * or nothing. A migration edited after it was applied stops the startup, because the schema would then differ from what
 * the code expects.
 */
export const migrate = async (connection: pg.ClientConfig, folder: URL): Promise<string[]> => {
  const migrations = await readMigrations(folder)
  const client = new pg.Client(connection)
  // A pending query already rejects when the connection is lost; without this listener the event would also end the
  // process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const pending = migrations.filter(({ name }) => !applied.has(name))
    const edited = migrations.filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
    if (edited.length > 0) {
      throw new Error(`Migrations were edited after they were applied: ${edited.map(({ name }) => name).join(', ')}`)
    }
    for (const { name, sql, checksum } of pending) {
      await client.query(sql)
      await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    }
    await client.query('COMMIT')
    return pending.map(({ name }) => name)
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}
