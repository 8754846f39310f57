// Sends hostile uploads to the real service, one after another, and reports how each ends, how long it takes, and how
// much memory the service holds afterwards. Target: each is rejected or accepted within 2 s, memory grows by less than
// 100 MB, and no request fails in another way.
//
//   node bench/hostile-uploads.mjs [--count 200] [--only text] [--settle 65] [--database-url postgres://… (an empty database)]
//
// The embedded database runs inside the service process and its memory never shrinks; with PostgreSQL the number is
// that of the service alone.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { watchCpu } from '@deal-canvas/proof/cpu-time'
import { call, launch, makePlace, printFacts, quantile, readyLine, signIn } from '@deal-canvas/proof/server'
import { hostileFiles } from './hostile-uploads/hostile-files.mjs'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    settle: { type: 'string', default: '65' },
    'database-url': { type: 'string' },
  },
})
const databaseUrl = values['database-url']
printFacts(databaseUrl)
const files = hostileFiles(Number(values.count)).filter(({ name }) => name.includes(values.only))
const within = 2_000
const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`

const place = await makePlace({ databaseUrl })
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const server = await launch({
  env: place.env,
  command: [
    process.execPath,
    '--expose-gc',
    '--import',
    here('../packages/proof/src/collect-on-signal.mjs'),
    here('../packages/server/dist/main.js'),
  ],
})
await server.says(readyLine)

/** Memory of the service after idle threads have ended and garbage has been collected. */
const memory = async () => {
  await pause(Number(values.settle) * 1_000)
  const before = server.said.stdout.length
  process.kill(server.pid, 'SIGUSR2')
  for (;;) {
    const [, said] = /memory (\{.*\})\n/.exec(server.said.stdout.slice(before)) ?? []
    if (said !== undefined) return JSON.parse(said)
    await pause(50)
  }
}

/** The response, also when the service rejects a too large upload and closes before everything was sent. */
const post = (url, content, headers) =>
  new Promise((settle) => {
    const sent = request(url, { method: 'POST', headers: { ...headers, 'content-length': content.length } })
    sent.on('response', async (answer) => settle({ status: answer.statusCode, said: JSON.parse(await text(answer)) }))
    sent.on('error', (error) => settle({ status: 0, said: { detail: String(error.code ?? error.message) } }))
    sent.end(content)
  })

const codeOf = (body) => (body?.detail?.[0]?.msg ?? body?.detail ?? body?.code ?? '').toString().slice(0, 70)

try {
  const editor = await signIn(server.url, 'editor@example.com')
  const newDeal = async (n) => {
    const { status, body } = await call(server.url, 'POST', '/api/deals', {
      token: editor.token,
      body: { name: `Hostile ${n}` },
    })
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.deal_id
  }
  const send = async (deal, { fileName, bytes }) => {
    const form = new FormData()
    form.append('files', new Blob([bytes]), fileName)
    const body = new Response(form)
    const content = Buffer.from(await body.arrayBuffer())
    const cpu = watchCpu([server.pid])
    const startedAt = performance.now()
    const answer = await post(`${server.url}/api/canvas/${deal}/documents`, content, {
      authorization: `Bearer ${editor.token}`,
      'content-type': body.headers.get('content-type'),
    })
    return { ...answer, ms: performance.now() - startedAt, cpuMs: cpu() }
  }
  /** The final state of an accepted document: indexed, marked as unreadable, or waiting for its password. */
  const endOf = async (deal, id) => {
    for (const startedAt = performance.now(); performance.now() - startedAt < 120_000; await pause(100)) {
      const { body } = await call(server.url, 'GET', `/api/canvas/${deal}/documents/${id}`, { token: editor.token })
      if (['indexed', 'failed', 'password_needed'].includes(body.state)) return body.state
    }
    return 'never read'
  }

  let deal = await newDeal(0)
  // Excludes one-time loading from the measurement.
  const first = await send(deal, { fileName: 'first.txt', bytes: Buffer.from('The first document.') })
  if (first.status !== 201) throw new Error(`${first.status} ${JSON.stringify(first.said)}`)
  const before = await memory()

  console.log('    ms  CPU ms  file MB  ends  file')
  const found = []
  for (const [n, { name, fileName, make }] of files.entries()) {
    const bytes = make()
    // Accepted uploads would fill a single deal.
    if (n % 20 === 19) deal = await newDeal(n)
    const { status, said, ms, cpuMs } = await send(deal, { fileName, bytes })
    const takenAt = performance.now()
    const end = status === 201 ? await endOf(deal, said.documents[0].id) : codeOf(said)
    const readMs = performance.now() - takenAt
    const isFine = [201, 413, 422].includes(status) && end !== 'never read'
    found.push({ name, status, ms, cpuMs, readMs, isFine })
    console.log(
      `${ms.toFixed(0).padStart(6)}  ${cpuMs.toFixed(0).padStart(6)}  ${(bytes.length / 2 ** 20).toFixed(1).padStart(7)}  ${status}   ${name}: ${end}${isFine ? '' : '   FAULT'}${Math.min(ms, cpuMs) > within ? '   SLOW' : ''}`,
    )
  }
  const after = await memory()

  const taken = found.filter(({ status }) => status === 201).length
  const faults = found.filter(({ isFine }) => !isFine)
  const slow = found.filter(({ ms, cpuMs }) => Math.min(ms, cpuMs) > within)
  const slowest = found.toSorted((a, b) => b.ms - a.ms)[0]
  console.log(
    `${found.length} uploads: ${found.length - taken - faults.length} refused, ${taken} taken in, ${faults.length} faults`,
  )
  for (const kind of ['ms', 'cpuMs']) {
    const times = found.map((result) => result[kind])
    console.log(
      `${kind === 'ms' ? 'time' : 'CPU'}: median ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms`,
    )
  }
  console.log(`slowest: ${slowest?.name}; over ${within} ms in time and CPU: ${slow.length}`)
  const longest = found.toSorted((a, b) => b.readMs - a.readMs)[0]
  console.log(`in the background, after the answer: ${(longest.readMs / 1_000).toFixed(0)} s at most: ${longest.name}`)
  console.log(
    `memory after collecting: ${megabytes(before.rss)} → ${megabytes(after.rss)}, held by JavaScript ${megabytes(before.held)} → ${megabytes(after.held)}`,
  )
  const isAlive = (await fetch(`${server.url}/healthz`)).status === 200
  process.exitCode = isAlive && faults.length + slow.length === 0 && after.rss - before.rss < 100 * 2 ** 20 ? 0 : 1
  if (server.said.stderr !== '') console.log(server.said.stderr.slice(-3_000))
} finally {
  await server.stop()
  await place.remove()
}
