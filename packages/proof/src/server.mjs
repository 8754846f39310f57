// Starts, stops and kills the real, built service, for every bench and process test.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism, cpus, platform, release, tmpdir, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const fileOf = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export const readyLine = 'Deal Canvas is ready'
export const demoPassword = 'deal-canvas-demo'
export const demoEmails = ['owner', 'editor', 'commenter', 'viewer', 'superadmin', 'outsider'].map(
  (name) => `${name}@example.com`,
)

export const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/** The environment of a service on its own data folder, or on the given PostgreSQL. */
export const makePlace = async ({ databaseUrl } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-run-'))
  const secrets = { JWT_SECRET: randomUUID(), JOURNAL_KEY: randomUUID() }
  return {
    env: { DATA_DIR: folder, DEMO: 'people', ...(databaseUrl ? { DATABASE_URL: databaseUrl, ...secrets } : {}) },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Signals a process and all its children, as a terminal would: npm alone passes no signals on. */
const signalGroup = (child, name) => {
  try {
    process.kill(-child.pid, name)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

const running = new Set()
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL')
})
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(1))

/** As deploy/ starts it: otherwise glibc keeps memory that threads and large buffers have freed. */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '1048576' }

/** Starts a process of the service without waiting for it. */
export const launch = async ({ env, command = [process.execPath, fileOf('packages/server/dist/main.js')] }) => {
  if (!existsSync(fileOf('packages/server/dist/main.js')))
    throw new Error('The service is not built. Run npm run build.')
  const port = env.PORT ?? String(await freePort())
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command[0], command.slice(1), {
    cwd: fileOf('.'),
    env: { PATH, HOME, LOG_LEVEL: 'warn', PORT: port, ...allocator, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  const said = { stdout: '', stderr: '' }
  const listeners = new Set()
  for (const name of ['stdout', 'stderr']) {
    child[name].on('data', (chunk) => {
      said[name] += chunk
      for (const listener of listeners) listener()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code, signal }
  })

  /** Resolves once the process has printed the text; fails if it ends without. */
  const says = async (text) => {
    const heard = new Promise((resolve) => {
      const listen = () => {
        if (!said.stdout.includes(text) && !said.stderr.includes(text)) return
        listeners.delete(listen)
        resolve(true)
      }
      listeners.add(listen)
      listen()
    })
    const { code, signal } = (await Promise.race([heard, ended])) ?? {}
    if (code !== undefined)
      throw new Error(`The service ended (${code ?? signal}) before it said "${text}"\n${said.stderr}`)
  }
  const signal = (name) => {
    signalGroup(child, name)
    return ended
  }
  return {
    pid: child.pid,
    url: `http://127.0.0.1:${port}`,
    port: Number(port),
    said,
    says,
    ended,
    signal,
    stop: () => signal('SIGTERM'),
    kill: () => signal('SIGKILL'),
  }
}

/** Starts the service and waits until it is ready. */
export const startServer = async (options) => {
  const server = await launch(options)
  await server.says(readyLine)
  return server
}

/** One request; returns the response with its parsed body and the refresh cookie. */
export const call = async (url, method, path, { token, cookie, body, headers } = {}) => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie: `canvas_refresh=${cookie}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== ''
  const [, newCookie] = /canvas_refresh=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, cookie: newCookie, headers: answer.headers }
}

export const signIn = async (url, email, { password = demoPassword, headers } = {}) => {
  const answer = await call(url, 'POST', '/api/auth/login', {
    body: { email, password },
    ...(headers ? { headers } : {}),
  })
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { email, token: answer.body.access_token, cookie: answer.cookie }
}

/** What was run, and on what machine: figures mean little without it. */
export const printFacts = (databaseUrl) => {
  const [, script, ...args] = process.argv
  const shown = args.map((arg) => arg.replace(/\/\/[^@/]*@/, '//***@'))
  console.log(`$ node bench/${basename(script)} ${shown.join(' ')}`.trim())
  console.log(
    `Node ${process.versions.node}, ${platform()} ${release()}, ${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'CPU'}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB; ${databaseUrl ? 'PostgreSQL' : 'embedded database'}`,
  )
}

export const quantile = (values, share) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
