// Attacks one endpoint from a separate process until stopped: the CPU use of the attacker's client must not count
// toward the latency of the service. Receives its orders from its parent and reports the responses.
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { attacks } from './attacks.mjs'

process.once('message', async ({ name, port, accounts, connections, target, bookPath }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: accounts.length * connections })
  const given = { ...target, ...(bookPath === undefined ? {} : { book: await readFile(bookPath) }) }
  const statuses = {}
  let count = 0
  const send = (token) =>
    new Promise((resolve) => {
      const { method, path, headers = {}, payload } = attacks[name](given, count++)
      const sent = request(
        {
          port,
          agent,
          method,
          path,
          headers: {
            authorization: `Bearer ${token}`,
            ...headers,
            ...(payload === undefined ? {} : { 'content-length': payload.length }),
          },
        },
        (answer) => {
          statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
          answer.resume()
          answer.once('close', resolve)
        },
      )
      sent.once('error', () => {
        statuses.broken = (statuses.broken ?? 0) + 1
        resolve()
      })
      sent.end(payload)
    })
  const loop = async (token) => {
    for (;;) await send(token)
  }
  for (const token of accounts) for (let n = 0; n < connections; n++) void loop(token)
  process.once('message', () => process.send(statuses, () => process.exit(0)))
})
