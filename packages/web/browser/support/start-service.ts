import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'
import { createOutbox } from './outbox.ts'

const built = (path: string): string => {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url))
  if (!existsSync(file)) throw new Error(`packages/${path} is not there. Run npm run build first.`)
  return file
}

const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const probe = createServer().once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? found(address.port) : failed(new Error('No port'))))
    })
  })

const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

type Env = Record<string, string>

/** Starts the built service on a port; returns a function that stops it. */
const launch = async (env: Env, port: number): Promise<() => Promise<void>> => {
  const { PATH = '' } = process.env
  const service = spawn(process.execPath, [built('server/dist/main.js')], {
    env: { PATH, PORT: String(port), LOG_LEVEL: 'warn', DEMO: 'on', ...env },
  })
  let said = ''
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise<void>((end) => service.once('exit', () => end()))
  const end = async (): Promise<void> => {
    service.kill('SIGTERM')
    await ended
  }
  const deadline = Date.now() + 180_000
  while (!(await isReady(`http://127.0.0.1:${port}`))) {
    if (service.exitCode !== null || Date.now() > deadline) {
      await end()
      throw new Error(`The service did not start:\n${said}`)
    }
    await pause(100)
  }
  return end
}

const newFolder = () => mkdtemp(join(tmpdir(), 'deal-canvas-browser-'))

const postgresUrl = inject('postgresUrl')
const templateFolder = join(dirname(inject('embeddedTemplate')), 'browser')
const templateDatabase = `${inject('postgresTemplate')}_browser`

const onServer = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: postgresUrl ?? '' })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** Uses PostgreSQL when a server is reachable, because the service then starts in half the time. */
const envOf = (dataDir: string, database: string): Env => {
  if (postgresUrl === null) return { DATA_DIR: dataDir }
  const url = new URL(postgresUrl)
  url.pathname = `/${database}`
  // The demo's audit trails are signed; a copy of the template verifies only with the same key.
  const secret = `${inject('postgresTemplate')} for the length of one run`
  return { DATA_DIR: dataDir, DATABASE_URL: url.href, JWT_SECRET: secret, JOURNAL_KEY: secret }
}

/**
 * The demo deals, created by the first worker of the run that needs them, because creating takes many times as long as
 * copying. They are removed with the other templates of the run.
 */
const demoTemplate = async (): Promise<void> => {
  const mark = join(templateFolder, 'is-ready')
  const isFirst = await mkdir(templateFolder).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    if (postgresUrl !== null)
      await onServer(`CREATE DATABASE ${templateDatabase} TEMPLATE ${inject('postgresTemplate')}`)
    const end = await launch(envOf(templateFolder, templateDatabase), await freePort())
    await end()
    await writeFile(mark, '')
  }
  const deadline = Date.now() + 240_000
  while (!existsSync(mark)) {
    if (Date.now() > deadline) throw new Error('The demo was not made; the worker that began it says why')
    await pause(100)
  }
}

/** Starts the built service with the demo deals on its own port and database, with further settings. */
export const startService = async (more: Env = {}) => {
  built('web/dist/index.html')
  await demoTemplate()
  const dataDir = await newFolder()
  const database = `deal_canvas_browser_${randomUUID().replaceAll('-', '')}`
  // Uses the system's cp for its thousand files: fs.cp takes ten times as long.
  await promisify(execFile)('cp', ['-R', `${templateFolder}/.`, dataDir])
  if (postgresUrl !== null) await onServer(`CREATE DATABASE ${database} TEMPLATE ${templateDatabase}`)
  const remove = async (): Promise<void> => {
    await rm(dataDir, { recursive: true, force: true })
    if (postgresUrl !== null) await onServer(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
  }
  const env = { ...envOf(dataDir, database), ...more }
  const port = await freePort()
  let end = await launch(env, port).catch(async (error) => {
    await remove()
    throw error
  })
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    outbox: createOutbox(join(dataDir, 'outbox')),
    /** Restarts the service on the same data. */
    restart: async (): Promise<void> => {
      await end()
      end = await launch(env, port)
    },
    stop: async (): Promise<void> => {
      await end()
      await remove()
    },
  }
}
