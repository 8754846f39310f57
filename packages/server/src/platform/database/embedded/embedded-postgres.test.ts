import { fork } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyEmbeddedTemplate } from '../../../testing/embedded-template.ts'
import { StoreUnavailable } from '../../store-unavailable.ts'
import { openEmbedded } from '../open-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'

let folder: string
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deal-canvas-embedded-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const ignore = (): void => undefined

/** Records the threads of databases started from now on. */
const watchThreads = (): Worker[] => {
  const threads: Worker[] = []
  const note = (message: unknown) => void threads.push((message as { worker: Worker }).worker)
  channel('worker_threads').subscribe(note)
  closing.push(async () => channel('worker_threads').unsubscribe(note))
  return threads
}

const open = async (path = folder, onError: (error: unknown) => void = ignore) => {
  await copyEmbeddedTemplate(path)
  const opened = await openEmbedded({ folder: path, onError })
  closing.push(opened.close)
  return opened
}
type Opened = Awaited<ReturnType<typeof open>>

const query = ({ database }: Opened, text: string) => database.query<{ n: number }>({ text })
const numbers = async (opened: Opened): Promise<number[]> =>
  (await query(opened, 'SELECT n FROM numbers ORDER BY n')).rows.map(({ n }) => n)

describe('embedded database', { timeout: 60_000 }, () => {
  it('keeps its data across restarts', async () => {
    const first = await open()
    await query(first, 'CREATE TABLE numbers (n int)')
    await query(first, 'INSERT INTO numbers VALUES (1)')
    await first.close()
    closing.pop()
    const second = await openEmbedded({ folder, onError: ignore })
    closing.push(second.close)
    expect(await numbers(second)).toEqual([1])
  })

  it('rejects a second start on the same folder and keeps serving the first', async () => {
    const first = await open()
    await expect(openEmbedded({ folder, onError: ignore })).rejects.toBeInstanceOf(FolderInUse)
    expect((await query(first, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  })

  it('starts in a folder whose path has 300 characters', async () => {
    const long = join(folder, ...Array.from({ length: 3 }, (_, n) => String(n).repeat(100)))
    await mkdir(long, { recursive: true })
    expect((await query(await open(long), 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  })

  it('rolls back the transaction of a lost connection before the next connection is used', async () => {
    const opened = await open()
    await query(opened, 'CREATE TABLE numbers (n int)')
    const lost = new pg.Client(opened.connection)
    lost.on('error', ignore)
    await lost.connect()
    await lost.query('BEGIN')
    await lost.query('INSERT INTO numbers VALUES (1)')
    Reflect.get(lost, 'connection').stream.destroy()
    await query(opened, 'INSERT INTO numbers VALUES (2)')
    const another = new pg.Client(opened.connection)
    await another.connect()
    await another.query('ROLLBACK')
    await another.end()
    expect(await numbers(opened)).toEqual([2])
  })
})

describe('embedded database killed during creation', () => {
  it('discards a half-created database and creates a new one', async () => {
    const starter = fork(new URL('./fixtures/starter.mjs', import.meta.url), [folder], { execArgv: [] })
    const made = join(folder, 'db', 'PG_VERSION')
    await vi.waitUntil(() => existsSync(made), { timeout: 60_000, interval: 5 })
    const ended = once(starter, 'exit')
    starter.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(existsSync(join(folder, 'db', 'deal-canvas.ready'))).toBe(false)
    await writeFile(join(folder, 'db', 'of-the-half-made-one'), '')

    const embedded = await startEmbeddedPostgres({ folder, onCrash: ignore })
    closing.push(embedded.stop)
    const client = new pg.Client(embedded.connection)
    await client.connect()
    expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    await client.end()
    expect(await readdir(join(folder, 'db'))).not.toContain('of-the-half-made-one')
  }, 120_000)
})

describe('embedded database crash', { timeout: 60_000 }, () => {
  const crashes: [string, (opened: Opened, threads: Worker[]) => Promise<unknown>][] = [
    ['that ends its thread', async (_opened, threads) => threads.at(-1)?.terminate()],
    [
      'that overruns its stack',
      (opened) => query(opened, 'SELECT endless(1)').catch((error) => expect(error).toBeInstanceOf(StoreUnavailable)),
    ],
  ]

  it.each(crashes)('recovers from a crash %s, reports it, and loses nothing acknowledged', async (_name, crash) => {
    const threads = watchThreads()
    const onError = vi.fn()
    const opened = await open(folder, onError)
    await query(opened, 'CREATE TABLE numbers (n int PRIMARY KEY)')
    await query(
      opened,
      'CREATE FUNCTION endless(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN endless(n + 1); END $$',
    )
    for (let n = 1; n <= 50; n++) await query(opened, `INSERT INTO numbers VALUES (${n})`)

    await crash(opened, threads)
    await expect(query(opened, 'SELECT 1')).rejects.toBeInstanceOf(StoreUnavailable)
    await vi.waitFor(() => query(opened, 'SELECT 1'), { timeout: 30_000, interval: 50 })
    expect(await numbers(opened)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    expect(onError.mock.calls.map(([error]) => String(error))).toContainEqual(
      expect.stringContaining('The embedded database stopped by itself and is started again'),
    )
    await opened.database.transaction(() => query(opened, 'INSERT INTO numbers VALUES (51)'))
  })

  it.each([
    ['before it is started again', 1],
    ['while it is started again', 2],
  ])('leaves no thread behind and frees the folder when stopped after a crash, %s', async (_when, started) => {
    const threads = watchThreads()
    await copyEmbeddedTemplate(folder)
    const onCrash = vi.fn()
    const { stop } = await startEmbeddedPostgres({ folder, onCrash })
    await threads[0]?.terminate()
    await vi.waitUntil(() => onCrash.mock.calls.length > 0 && threads.length === started, { timeout: 10_000 })
    await stop()
    await (await lockFolder(folder)).release()
    expect(threads.map(({ threadId }) => threadId)).toEqual(Array(started).fill(-1))
    expect(await readdir(join(folder, 'run'))).toEqual([])
  })
})
