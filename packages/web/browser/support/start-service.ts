import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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

/** The built service on a data folder and a port; gives what ends it. */
const launch = async (dataDir: string, port: number): Promise<() => Promise<void>> => {
  const { PATH = '' } = process.env
  const service = spawn(process.execPath, [built('server/dist/main.js')], {
    env: { PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
  })
  let said = ''
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise<void>((end) => service.once('exit', () => end()))
  const end = async (): Promise<void> => {
    service.kill('SIGTERM')
    await ended
  }
  const deadline = Date.now() + 90_000
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

/**
 * A data folder with the demo in it, planted by the first worker of the run that needs it: planting takes many times as
 * long as copying. It goes with the run's other templates.
 */
const plantedFolder = async (): Promise<string> => {
  const folder = join(dirname(inject('embeddedTemplate')), 'planted')
  const mark = join(folder, 'planted')
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    const end = await launch(folder, await freePort())
    await end()
    await writeFile(mark, '')
  }
  const deadline = Date.now() + 110_000
  while (!existsSync(mark)) {
    if (Date.now() > deadline) throw new Error('The demo was not planted; the worker that began it says why')
    await pause(100)
  }
  return folder
}

/** The built service with its demo, on a port and a database of its own. */
export const startService = async () => {
  built('web/dist/index.html')
  const dataDir = await newFolder()
  // Its thousand files are copied by the system: fs.cp takes ten times as long.
  await promisify(execFile)('cp', ['-R', `${await plantedFolder()}/.`, dataDir])
  const port = await freePort()
  const forget = () => rm(dataDir, { recursive: true, force: true })
  let end = await launch(dataDir, port).catch(async (error) => {
    await forget()
    throw error
  })
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    outbox: createOutbox(join(dataDir, 'outbox')),
    /** The service goes away and comes back on the same data. */
    restart: async (): Promise<void> => {
      await end()
      end = await launch(dataDir, port)
    },
    stop: async (): Promise<void> => {
      await end()
      await forget()
    },
  }
}
