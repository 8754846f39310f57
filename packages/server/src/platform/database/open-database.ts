import type pg from 'pg'
import { minutes } from '../clock.ts'
import { createDatabase, type Database } from './database.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrate } from './migrate.ts'

export interface OpenDatabase {
  database: Database
  connection: pg.PoolConfig
  close(): Promise<void>
}

interface Watch {
  onError: (error: unknown) => void
}

/** The migrations folder is next to both `src` and `dist`. */
const migrationsFolder = new URL('../../../migrations/', import.meta.url)

/** A separate PostgreSQL server. */
export const openPostgres = async ({ url, onError }: Watch & { url: string }): Promise<OpenDatabase> => {
  const connection = { connectionString: url, application_name: 'deal-canvas' }
  await migrate(connection, migrationsFolder)
  const database = createDatabase({
    // A connection caches the plans of its statements; closing it too early makes the next requests plan again.
    connection: { ...connection, idleTimeoutMillis: minutes(5) },
    poolSize: 20,
    statementTimeoutMs: 15_000,
    onLost: onError,
    onEffectFailed: onError,
  })
  return { database, connection, close: () => database.close() }
}

/** PostgreSQL inside this process, stored in a folder. */
export const openEmbedded = async ({ folder, onError }: Watch & { folder: string }): Promise<OpenDatabase> => {
  const embedded = await startEmbeddedPostgres({ folder, onCrash: onError })
  try {
    await migrate(embedded.connection, migrationsFolder)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  const database = createDatabase({
    connection: { ...embedded.connection, idleTimeoutMillis: 0 },
    poolSize: 1,
    statementTimeoutMs: 15_000,
    // The embedded session outlives connections: statements prepared on the last connection would collide with ours.
    onConnect: async (client) => {
      await client.query('DEALLOCATE ALL')
    },
    onLost: onError,
    onEffectFailed: onError,
  })
  return {
    database,
    connection: embedded.connection,
    close: async () => {
      await database.close()
      await embedded.stop()
    },
  }
}
