// Measures what many open live channels cost and how fast they deliver: opens channels on several deals, writes
// comments and measures when the last channel has received them; then removes a role and measures when its channels
// close.
//
//   node bench/live.mjs [--channels 2000] [--deals 20] [--server postgres://…]
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { defaultServer, onFreshDatabase } from '@deal-canvas/proof/fresh-database'
import { call, makePlace, printFacts, quantile, startServer } from '@deal-canvas/proof/server'
import { signInAll } from '@deal-canvas/proof/signed-in'
import pg from 'pg'
import { WebSocket } from 'ws'

const { values } = parseArgs({
  options: {
    channels: { type: 'string', default: '2000' },
    deals: { type: 'string', default: '20' },
    server: { type: 'string', default: defaultServer },
  },
})
const [channels, deals] = [Number(values.channels), Number(values.deals)]
const people = Math.ceil(channels / 20)
printFacts(values.server)

const plant = async (client) => {
  const { rows } = await client.query(
    `INSERT INTO users (id, display_name, status, is_superadmin, force_password_change, analytics_visitor_id, mail_preferences, created_at, updated_at)
     SELECT gen_random_uuid(), 'Person ' || n, 'active', false, false, gen_random_uuid(), '{}', now(), now()
     FROM generate_series(1, $1::int) n RETURNING id`,
    [people],
  )
  await client.query(
    `INSERT INTO deals (id, name, tier, status, created_at, updated_at)
     SELECT 'deal-' || n, 'Deal ' || n, 'legacy', 'open', now(), now() FROM generate_series(1, $1::int) n`,
    [deals],
  )
  await client.query(
    `INSERT INTO journal_heads (deal_id, seq, hash, retrievals, discourse, activity, readiness, llm_calls)
     SELECT id, 0, repeat('0', 64), 0, 0, 0, 0, 0 FROM deals`,
  )
  await client.query(
    `INSERT INTO deal_members (deal_id, user_id, role, created_at) SELECT d.id, u, 'owner', now() FROM deals d, unnest($1::uuid[]) u`,
    [rows.map(({ id }) => id)],
  )
  return rows.map(({ id }) => id)
}

const openChannel = (url, dealId, token) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/canvas/${dealId}/live`, [
      'canvas.v1',
      `bearer.${token}`,
    ])
    const channel = { dealId, socket, heard: 0, ended: undefined }
    socket.on('message', (data) => {
      const frame = JSON.parse(data)
      if (frame.type === 'event') {
        channel.heard = frame.seq
        channel.at = performance.now()
      }
      if (frame.type === 'resumed') resolve(channel)
    })
    socket.on('close', () => {
      channel.ended = performance.now()
    })
    socket.on('error', reject)
  })

const memoryOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

await onFreshDatabase(values.server, async (databaseUrl) => {
  const place = await makePlace({ databaseUrl })
  const server = await startServer({ env: { ...place.env, DEMO: 'off' } })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const userIds = await plant(client)
    const tokens = await signInAll(client, place.env.JWT_SECRET, userIds)
    const before = memoryOf(server.pid)
    const begun = performance.now()
    const open = []
    for (let n = 0; n < channels; n += 50) {
      const batch = Array.from({ length: Math.min(50, channels - n) }, (_, i) =>
        openChannel(server.url, `deal-${1 + ((n + i) % deals)}`, tokens[(n + i) % people]),
      )
      open.push(...(await Promise.all(batch)))
    }
    console.log(
      `${channels} channels opened in ${Math.round(performance.now() - begun)} ms, ${deals} deals, ${people} people`,
    )
    await pause(3_000)
    console.log(`memory per channel: ${(((memoryOf(server.pid) - before) / channels) * 1024).toFixed(1)} KiB`)

    const delays = []
    for (let n = 0; n < 100; n++) {
      const dealId = `deal-${1 + (n % deals)}`
      const seq = Math.floor(n / deals) + 1
      const sent = performance.now()
      await call(server.url, 'POST', `/api/canvas/${dealId}/comments`, {
        token: tokens[n % people],
        body: { content: 'Hello' },
      })
      const listening = open.filter((channel) => channel.dealId === dealId)
      while (listening.some(({ heard }) => heard < seq)) await pause(1)
      delays.push(Math.max(...listening.map(({ at }) => at)) - sent)
    }
    const sorted = delays.sort((a, b) => a - b)
    console.log(
      `a comment, from sending it until the last of ${Math.round(channels / deals)} has heard: p50 ${quantile(sorted, 0.5).toFixed(1)} ms, p99 ${quantile(sorted, 0.99).toFixed(1)} ms`,
    )

    const leaving = open.filter((_, n) => n % people === 0)
    const removed = performance.now()
    await client.query('DELETE FROM deal_members WHERE user_id = $1', [userIds[0]])
    while (leaving.some(({ ended }) => ended === undefined)) await pause(5)
    console.log(
      `a role taken away: the last of its ${leaving.length} channels ended after ${Math.round(Math.max(...leaving.map(({ ended }) => ended)) - removed)} ms`,
    )
    for (const { socket } of open) socket.terminate()
  } finally {
    await client.end()
    await server.stop()
    await place.remove()
  }
})
