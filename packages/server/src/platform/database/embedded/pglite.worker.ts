import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

export interface EmbeddedWorkerData {
  folder: string
  socket: string
  code: WebAssembly.Module
}

/** Runs the embedded PostgreSQL in its own thread, so that no query ever blocks the event loop. */
const { folder, socket, code } = workerData as EmbeddedWorkerData

const db = await PGlite.create({ dataDir: folder, extensions: { pg_trgm }, pgliteWasmModule: code })

// After a fault inside the database (stack overflow, out-of-bounds memory access) the library continues with memory
// that
// may be corrupt and never replies to pending callers. So this thread must exit at once, and a new one is started.
// A failed statement is not a fault: the library exits the main loop with status 100 and continues.
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

// More than one, so that a reconnecting client need not wait until the old connection is detected as lost.
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 8 })
await server.start()

parentPort?.on('message', async () => {
  await server.stop()
  await db.close()
  process.exit(0)
})
parentPort?.postMessage('ready')
