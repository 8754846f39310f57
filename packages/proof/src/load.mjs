// Five minutes of work by many people, with a thousand live channels open on the same deals: throughput, latency,
// failures, and whether the service uses more memory afterwards than before. One node on
// PostgreSQL, without Redis.
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { watchCpu } from './cpu-time.mjs'
import { endsOf, openFollowers } from './follower.mjs'
import { defaultServer, onFreshDatabase } from './fresh-database.mjs'
import { openConnection, rawRequest } from './http-load.mjs'
import { plantDeals } from './planted-deals.mjs'
import { launch, makePlace, quantile, readyLine } from './server.mjs'
import { createWorkMix, isRead } from './work-mix.mjs'

export const title = 'Load with open channels'

const full = { connections: 50, seconds: 300, warmSeconds: 60, deals: 50, people: 200, perDeal: 20, restSeconds: 20 }
const few = { connections: 50, seconds: 20, warmSeconds: 10, deals: 5, people: 50, perDeal: 20, restSeconds: 5 }

/**
 * Memory differences up to these are not counted as growth. The JavaScript heap is exact after a collection, so even a
 * little retained per request shows. Resident memory also includes what the allocator keeps for reuse, which varies by
 * some percent between samples. V8's young generation is subtracted: it has 32 MB after a busy moment and almost none
 * later, whatever was done, and a sample can hit either.
 */
const maxHeldMore = 10 * 2 ** 20
const maxResidentMore = 0.15

const file = (path) => fileURLToPath(new URL(path, import.meta.url))
const startCollecting = async (env) => {
  const collect = ['--expose-gc', '--import', file('collect-on-signal.mjs')]
  const server = await launch({
    env,
    command: [process.execPath, ...collect, file('../../server/dist/main.js')],
  })
  await server.says(readyLine)
  return server
}

const looks = 5

/** Of an idle service, after garbage collection: the medians of several samples. */
const memoryAtRest = async ({ pid, said }, restSeconds) => {
  await pause(restSeconds * 1000)
  const seen = []
  while (seen.length < looks) {
    const before = said.stdout.length
    process.kill(pid, 'SIGUSR2')
    let report
    while (report === undefined) {
      await pause(50)
      report = /memory (\{.*\})\n/.exec(said.stdout.slice(before))?.[1]
    }
    seen.push(JSON.parse(report))
    await pause(1_000)
  }
  const median = (name) =>
    quantile(
      seen.map((sample) => sample[name]),
      0.5,
    )
  return { rss: median('rss'), held: median('held'), young: median('young') }
}

const bodyOf = (bytes) => bytes.subarray(bytes.indexOf('\r\n\r\n') + 4).toString()

/** Each connection sends its next request after the last response, as long as there is one. */
const work = async (port, connections, { next, answered }) => {
  const done = { latencies: new Map(), errors: [] }
  const begun = performance.now()
  const run = async () => {
    let connection = openConnection(port)
    for (let request = next(); request !== undefined; request = next()) {
      const sent = performance.now()
      try {
        const { status, bytes } = await connection.send(rawRequest(request))
        if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${bodyOf(bytes)}`)
        answered(request, bytes)
        const took = done.latencies.get(request.kind) ?? []
        took.push(performance.now() - sent)
        done.latencies.set(request.kind, took)
      } catch (error) {
        done.errors.push(error.message)
        connection.close()
        connection = openConnection(port)
      }
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, run))
  return { ...done, seconds: (performance.now() - begun) / 1000 }
}

const show = (number) => Math.round(number).toLocaleString('en')
const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`
const spread = (all) => `p50 ${quantile(all, 0.5).toFixed(1)} ms, p99 ${quantile(all, 0.99).toFixed(1)} ms`

/** Requests to send until the time is up. */
const forSeconds = (mix, seconds) => {
  const end = performance.now() + seconds * 1000
  let count = 0
  return { ...mix, next: () => (performance.now() < end ? mix.next(count++) : undefined) }
}
const once = (mix, requests) => {
  const left = [...requests]
  return { ...mix, next: () => left.shift() }
}

/** Channels that missed or repeated events or are behind; they receive everything that the load writes. */
const judgeChannels = async (followers, client) => {
  const { rows } = await client.query('SELECT deal_id, seq::int FROM journal_heads')
  const heads = new Map(rows.map((row) => [row.deal_id, row.seq]))
  return followers.filter(({ dealId, seq, skipped, repeated }) => skipped + repeated > 0 || seq !== heads.get(dealId))
    .length
}

const rowsOf = ({ done, before, after, followers, failing }) => {
  const all = [...done.latencies.values()].flat()
  const of = (wanted) => [...done.latencies].flatMap(([kind, took]) => (wanted(kind) ? took : []))
  const measured = (what, found) => ({ what, asked: 'measured', found, held: true })
  const zero = (what, count, total) => ({
    what,
    asked: '0',
    found: `${show(count)} of ${show(total)}`,
    held: count === 0,
  })
  return [
    measured('throughput', `${show(all.length / done.seconds)} requests/s over ${show(done.seconds)} s`),
    measured('reads, four in five', spread(of(isRead))),
    measured('writes, one in five', spread(of((kind) => !isRead(kind)))),
    zero('errors', done.errors.length, all.length + done.errors.length),
    zero('channels that missed or repeated an event', failing, followers.length),
    {
      what: 'held by JavaScript, after collecting',
      asked: `at most ${megabytes(maxHeldMore)} more`,
      found: `${megabytes(before.held)} → ${megabytes(after.held)}`,
      held: after.held - before.held <= maxHeldMore,
    },
    {
      what: "resident memory without V8's young generation, idle, after collecting",
      asked: `at most ${maxResidentMore * 100} % more`,
      found: `${megabytes(before.rss - before.young)} → ${megabytes(after.rss - after.young)}`,
      held: after.rss - after.young <= (before.rss - before.young) * (1 + maxResidentMore),
    },
  ]
}

const proveOn = async ({ databaseUrl, size, say }) => {
  const place = await makePlace({ databaseUrl })
  const env = { ...place.env, DEMO: 'off' }
  const client = new pg.Client({ connectionString: databaseUrl })
  let server
  let followers = []
  try {
    server = await startCollecting(env)
    await client.connect()
    const deals = await plantDeals(client, env.JWT_SECRET, size)
    followers = await openFollowers(
      deals.flatMap(({ id: dealId, people }) => people.map(({ token }) => ({ dealId, token, urls: [server.url] }))),
    )
    say(`${followers.length} channels are open on ${deals.length} deals`)
    const mix = createWorkMix(deals)
    const begun = performance.now()
    for (const requests of mix.beginnings) {
      const { errors } = await work(server.port, size.connections, once(mix, requests))
      if (errors.length > 0) throw new Error(`The deals cannot be filled: ${errors[0]}`)
    }
    await work(server.port, size.connections, forSeconds(mix, size.warmSeconds))
    const before = await memoryAtRest(server, size.restSeconds)
    say(
      `warm after ${show((performance.now() - begun) / 1000)} s: ${megabytes(before.held)} held, ${megabytes(before.rss)} resident`,
    )

    const cpu = watchCpu([server.pid])
    const done = await work(server.port, size.connections, forSeconds(mix, size.seconds))
    const cpuMs = cpu()
    const after = await memoryAtRest(server, size.restSeconds)
    const failing = await judgeChannels(followers, client)
    const requests = [...done.latencies.values()].reduce((sum, took) => sum + took.length, 0)
    return {
      rows: rowsOf({ done, before, after, followers, failing }),
      notes: [
        `${size.connections} connections, ${size.people} people on ${deals.length} deals, ${followers.length} channels that say nothing and hear every write, ${size.perDeal} each; the client shares the processors with the service and PostgreSQL`,
        `by kind: ${[...done.latencies].map(([kind, took]) => `${kind} ${show(took.length)}, ${spread(took)}`).join('; ')}`,
        `the service computed ${(cpuMs / requests).toFixed(2)} ms for each request, and ${Math.round(cpuMs / done.seconds / 10)} % of one processor in all`,
        `memory: medians of ${looks} looks after ${size.restSeconds} s at rest, channels open; before the first of them all deals were filled and the same mix ran for ${size.warmSeconds} s; ${megabytes(maxHeldMore)} more would be ${show(maxHeldMore / requests)} bytes kept of each request`,
        `resident memory with the young generation: ${megabytes(before.rss)} (${megabytes(before.young)} of it young) → ${megabytes(after.rss)} (${megabytes(after.young)})`,
        `channels that the service ended: ${endsOf(followers)}`,
        ...done.errors.slice(0, 5).map((error) => `error: ${error}`),
      ],
    }
  } finally {
    for (const { stop } of followers) stop()
    await server?.stop()
    await client.end()
    await place.remove()
  }
}

export const prove = ({ quick, say }) =>
  onFreshDatabase(defaultServer, (databaseUrl) => proveOn({ databaseUrl, size: quick ? few : full, say }))
