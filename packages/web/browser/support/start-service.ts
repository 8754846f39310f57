import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
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

/** The built service with its demo people, on a port and a database of its own. */
export const startService = async () => {
  built('web/dist/index.html')
  const dataDir = await mkdtemp(join(tmpdir(), 'deal-canvas-browser-'))
  const port = await freePort()
  const { PATH = '' } = process.env
  const service = spawn(process.execPath, [built('server/dist/main.js')], {
    env: { PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
  })
  let said = ''
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise<void>((end) => service.once('exit', () => end()))
  const stop = async (): Promise<void> => {
    service.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  const baseUrl = `http://127.0.0.1:${port}`
  const deadline = Date.now() + 90_000
  while (!(await isReady(baseUrl))) {
    if (service.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The service did not start:\n${said}`)
    }
    await pause(100)
  }
  return { baseUrl, outbox: createOutbox(join(dataDir, 'outbox')), stop }
}
