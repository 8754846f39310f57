// Measures requests per second and latency of a node: a request without database access, a read, and a write.
//
//   node bench/throughput.mjs [--seconds 5] [--connections 32] [--database-url postgres://… (an empty database)]
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { demoEmails, makePlace, printFacts, quantile, signIn, startServer } from '@deal-canvas/proof/server'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    'database-url': { type: 'string' },
  },
})
const [seconds, connections, databaseUrl] = [Number(values.seconds), Number(values.connections), values['database-url']]
printFacts(databaseUrl)

const agent = new Agent({ keepAlive: true, maxSockets: connections })
const send = (url, { method, path, token, body }) =>
  new Promise((resolve, reject) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    request(`${url}${path}`, { agent, method, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
      .on('error', reject)
      .end(body)
  })

/** Each connection sends its next request when the previous one is answered. */
const load = async (url, ms, next) => {
  const latencies = []
  const statuses = new Map()
  const begun = performance.now()
  const connection = async () => {
    while (performance.now() - begun < ms) {
      const sent = performance.now()
      const status = await send(url, next())
      latencies.push(performance.now() - sent)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return { latencies, statuses, perSecond: latencies.length / ((performance.now() - begun) / 1000) }
}

const place = await makePlace({ databaseUrl })
const server = await startServer(place)
const people = await Promise.all(demoEmails.map((email) => signIn(server.url, email)))
let count = 0
const someone = () => people[count++ % people.length]

const kinds = {
  'GET /healthz': () => ({ method: 'GET', path: '/healthz' }),
  'GET /api/auth/me': () => ({ method: 'GET', path: '/api/auth/me', token: someone().token }),
  'PATCH /api/auth/me': () => {
    const { token } = someone()
    return { method: 'PATCH', path: '/api/auth/me', token, body: JSON.stringify({ first_name: `${count}` }) }
  },
}
for (const [name, next] of Object.entries(kinds)) {
  // Writes are limited to 300 per minute and user: they get no warm-up, and responses over the limit are listed as
  // such.
  if (!name.startsWith('PATCH')) await load(server.url, 1000, next)
  const { latencies, statuses, perSecond } = await load(server.url, seconds * 1000, next)
  const answers = [...statuses].map(([status, times]) => `${times} x ${status}`).join(', ')
  console.log(
    `${name.padEnd(20)} ${Math.round(perSecond).toString().padStart(6)} requests/s   p50 ${quantile(latencies, 0.5).toFixed(1)} ms   ` +
      `p99 ${quantile(latencies, 0.99).toFixed(1)} ms   (${answers})`,
  )
}
agent.destroy()
await server.stop()
await place.remove()
