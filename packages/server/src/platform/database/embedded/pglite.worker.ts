import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

export interface EmbeddedWorkerData {
  folder: string
  socket: string
  code: WebAssembly.Module
}

/** The embedded PostgreSQL, in a thread of its own so that no query ever holds up the event loop. */
const { folder, socket, code } = workerData as EmbeddedWorkerData

const db = await PGlite.create({ dataDir: folder, extensions: { pg_trgm }, pgliteWasmModule: code })

// After a fault inside the database (its stack run full, its memory overstepped) the library carries on, with a memory
// that nobody can vouch for and callers that are never answered. This thread must die of it at once, to be started anew.
// A statement that fails is no fault: the library leaves it with the status 100 and goes on.
const isStatementError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 100
const { Module: postgres } = db
const step = postgres._PostgresMainLoopOnce
postgres._PostgresMainLoopOnce = () => {
  try {
    step()
  } catch (error) {
    if (isStatementError(error)) throw error
    parentPort?.postMessage(`A fault inside the embedded database: ${error}`)
    process.exit(1)
  }
}

// More than one, so that a reconnecting client need not wait for the old connection to be noticed as gone.
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 8 })
await server.start()

parentPort?.on('message', async () => {
  await server.stop()
  await db.close()
  process.exit(0)
})
parentPort?.postMessage('ready')
