import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'

export const redisServerInstalled = (): boolean => {
  try {
    execFileSync('redis-server', ['--version'])
    return true
  } catch {
    return false
  }
}

/**
 * Holds both ports of a node while checking them, so that concurrent calls do not return the same port. A cluster node
 * also listens ten thousand above its port.
 */
const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const taken = [port, port + 10_000].map((each) => createServer().listen(each, '127.0.0.1'))
    const free = await Promise.all(taken.map((server) => once(server, 'listening'))).catch(() => undefined)
    await Promise.all(taken.map((server) => new Promise((closed) => server.close(closed))))
    if (free !== undefined) return port
  }
}

/** Checks by connecting: listening on the port instead could take it from the very server that is starting. */
const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

export interface OwnRedis {
  url: string
  port: number
  start(): Promise<void>
  /** Kills the server as in a crash; no data is kept. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Starts a Redis server for one test, which can be killed and restarted. */
export const startRedis = async (...settings: string[]): Promise<OwnRedis> => {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  let port = await freePort()
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...settings]
    const started = spawn('redis-server', args, { stdio: 'ignore' })
    child = started
    await vi.waitUntil(async () => started.exitCode !== null || (await answers(port)), {
      timeout: 20_000,
      interval: 20,
    })
    if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode} on port ${port}`)
  }
  /** Retries, because another process can take a free port between the check and the start. */
  const startSomewhere = async (tries = 5): Promise<void> => {
    try {
      await start()
    } catch (error) {
      if (tries === 1) throw error
      port = await freePort()
      await startSomewhere(tries - 1)
    }
  }
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    child = undefined
  }
  await startSomewhere()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    start,
    kill,
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts three masters without replicas. */
export const startRedisCluster = async (): Promise<{ url: string; nodes: OwnRedis[]; close(): Promise<void> }> => {
  const servers = await Promise.all(
    [1, 2, 3].map(() => startRedis('--cluster-enabled', 'yes', '--cluster-require-full-coverage', 'no')),
  )
  const [first] = servers
  if (first === undefined) throw new Error('No server was started')
  const run = promisify(execFile)
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()))
  }
  try {
    const addresses = servers.map(({ port }) => `127.0.0.1:${port}`)
    await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'])
    const states = () =>
      Promise.all(servers.map(({ port }) => run('redis-cli', ['-p', String(port), 'cluster', 'info'])))
    await vi.waitUntil(async () => (await states()).every(({ stdout }) => stdout.includes('cluster_state:ok')), {
      timeout: 10_000,
      interval: 50,
    })
  } catch (error) {
    await close()
    throw error
  }
  return { url: first.url, nodes: servers, close }
}
