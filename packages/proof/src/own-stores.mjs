// A dedicated PostgreSQL and Redis for a bench, in their own folders and on their own ports, to be killed and
// restarted.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { steadyPort } from './steady-port.mjs'

const run = promisify(execFile)
const outputOf = async (...command) => (await run(...command)).stdout.trim()

const startPatienceMs = 60_000

const running = new Map()
process.on('exit', () => {
  for (const [child, signal] of running) child.kill(signal)
})

/** A server that can be started and stopped; `breakOff` is the signal that ends it at once, like a crash. */
const keepServer = ({ url, port, folder, command, options, breakOff, answers }) => {
  let child
  const start = async () => {
    const started = spawn(command[0], command.slice(1), { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    started.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2_000)
    })
    running.set(started, breakOff)
    started.once('exit', () => running.delete(started))
    child = started
    for (const begun = performance.now(); !(await answers()); await pause(10)) {
      const isLate = performance.now() - begun > startPatienceMs
      if (started.exitCode !== null || isLate) throw new Error(`${command[0]} did not start on ${port}: ${said}`)
    }
  }
  const stop = async () => {
    if (!running.has(child)) return
    const gone = once(child, 'exit')
    child.kill(breakOff)
    await gone
  }
  return {
    url,
    port,
    start,
    stop,
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, so it then runs as the account that its packages create. */
const unprivileged = async () => {
  if (process.getuid() !== 0) return {}
  const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => outputOf('id', [which, 'postgres'])))
  return { uid: Number(uid), gid: Number(gid) }
}

const answersSql = async (connectionString) => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

export const startPostgres = async () => {
  const account = await unprivileged()
  // Debian keeps the server programs out of the PATH.
  const programs = await outputOf('pg_config', ['--bindir'])
  const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-postgres-'))
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const options = { ...account, cwd: folder }
  const settings = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  await run(join(programs, 'initdb'), [...settings, '-D', data], options)
  const port = await steadyPort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const listens = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`]
  const server = keepServer({
    url,
    port,
    folder,
    command: [join(programs, 'postgres'), '-D', data, ...listens],
    options,
    // What pg_ctl calls immediate: no checkpoint, no orderly shutdown, and recovery at the next start.
    breakOff: 'SIGQUIT',
    answers: () => answersSql(url),
  })
  await server.start()
  return server
}

const answersPing = async (port) => {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write('PING\r\n')
    const [answer] = await once(socket, 'data')
    return `${answer}`.startsWith('+PONG')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

export const startRedis = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-redis-'))
  const port = await steadyPort()
  const server = keepServer({
    url: `redis://127.0.0.1:${port}`,
    port,
    folder,
    // Without persistence: everything that the service stored there is lost with it.
    command: ['redis-server', '--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    options: {},
    breakOff: 'SIGKILL',
    answers: () => answersPing(port),
  })
  await server.start()
  return server
}

/** Runs the work with a dedicated Redis, which is removed afterwards, whatever happens in between. */
export const withOwnRedis = async (work) => {
  const redis = await startRedis()
  try {
    return await work(redis.url)
  } finally {
    await redis.remove()
  }
}
