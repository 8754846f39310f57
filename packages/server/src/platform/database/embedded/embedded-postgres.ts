import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { workerFile } from '../../workers/worker-file.ts'
import { lockFolder } from './folder-lock.ts'
import type { EmbeddedWorkerData } from './pglite.worker.ts'
import { postgresCode } from './postgres-code.ts'
import { shortPath } from './short-path.ts'

export interface EmbeddedPostgres {
  /** The `pg` connection settings. The database has one session, so the pool must have one connection. */
  readonly connection: pg.PoolConfig
  stop(): Promise<void>
}

interface Options {
  /** The data folder; the database creates its own folders inside. */
  folder: string
  onCrash: (error: Error) => void
}

/**
 * Starts the database of a data folder: locks the folder, discards a half-created database, and restarts after a crash.
 */
export const startEmbeddedPostgres = async ({ folder, onCrash }: Options): Promise<EmbeddedPostgres> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(folder)
  const run = join(folder, 'run')
  await mkdir(run, { recursive: true, mode: 0o700 })
  const short = await shortPath(run)
  const socket = join(short.path, '.s.PGSQL.5432')
  const releaseAll = async () => {
    await rm(socket, { force: true })
    await short.release()
    await lock.release()
  }

  const halt = new AbortController()
  const { signal } = halt
  let running: RunningWorker | undefined
  let restarting = Promise.resolve()

  const boot = async (): Promise<void> => {
    await rm(socket, { force: true })
    running = await startWorker(join(folder, 'db'), socket)
    running.worker.on('error', onCrash)
    running.worker.on('message', (fault: string) => onCrash(new Error(fault)))
    void running.ended.then(() => {
      running = undefined
      if (signal.aborted) return
      onCrash(new Error('The embedded database stopped by itself and is started again'))
      restarting = restart()
    })
  }

  const restart = async (): Promise<void> => {
    for (let pause = 100; !signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      await delay(pause, undefined, { signal }).catch(() => undefined)
      try {
        if (!signal.aborted) return await boot()
      } catch (error) {
        onCrash(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  try {
    await discardHalfMade(folder)
    await boot()
    await writeFile(readyMark(folder), '')
  } catch (error) {
    await releaseAll()
    throw error
  }

  return {
    connection: { host: short.path, port: 5432, user: 'postgres', database: 'postgres', ssl: false },
    stop: async () => {
      halt.abort()
      // A pending restart would leave a thread that writes into a folder that is no longer locked.
      await restarting
      if (running !== undefined) await stopWorker(running)
      await releaseAll()
    },
  }
}

const readyMark = (folder: string): string => join(folder, 'db', 'deal-canvas.ready')

/**
 * A process killed while creating the database leaves files that cannot start. Nothing in them was ever acknowledged.
 */
const discardHalfMade = async (folder: string): Promise<void> => {
  if (!existsSync(readyMark(folder))) await rm(join(folder, 'db'), { recursive: true, force: true })
}

interface RunningWorker {
  worker: Worker
  ended: Promise<void>
}

const startWorker = async (folder: string, socket: string): Promise<RunningWorker> => {
  const workerData: EmbeddedWorkerData = { folder, socket, code: await postgresCode() }
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile(import.meta.url, './pglite.worker.ts'), { workerData })
    const ended = new Promise<void>((end) => worker.once('exit', () => end()))
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`The embedded database ended with code ${code} before it was ready`)),
    )
    worker.once('message', () => {
      worker.off('error', reject)
      resolve({ worker, ended })
    })
  })
}

const stopWorker = async ({ worker, ended }: RunningWorker): Promise<void> => {
  worker.postMessage('stop')
  await Promise.race([ended, delay(5_000, undefined, { ref: false })])
  await worker.terminate()
}
