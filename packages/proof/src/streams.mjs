// Many open live channels over two nodes that share PostgreSQL and Redis. Many people write threads through both
// nodes; channels are cut meanwhile and reconnect to the other node. Each must receive every event of its deal's
// audit trail, once, in order and unchanged.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { endsOf, openFollowers } from './follower.mjs'
import { defaultServer, onFreshDatabase } from './fresh-database.mjs'
import { openConnection, rawRequest } from './http-load.mjs'
import { withOwnRedis } from './own-stores.mjs'
import { plantDeals } from './planted-deals.mjs'
import { makePlace, quantile, startServer } from './server.mjs'

export const title = 'Streams over two nodes'

const full = { deals: 50, people: 200, perDeal: 20, events: 10_000, cuts: 200, writers: 16 }
const few = { deals: 5, people: 40, perDeal: 20, events: 400, cuts: 20, writers: 8 }

/** A thread has one event of each of these types, so that an event is identified by its type and its comment. */
const steps = ['comment.created', 'comment.replied', 'comment.reacted', 'comment.resolved']
const keyOf = (type, commentId) => `${type} ${commentId}`

const requestOf = (type, { dealId, commentId, token }) => {
  const threads = `/api/canvas/${dealId}/comments`
  const about = {
    'comment.created': { method: 'POST', path: threads, body: { content: 'Where does this rent growth come from?' } },
    'comment.replied': {
      method: 'POST',
      path: `${threads}/${commentId}/replies`,
      body: { content: 'From the comparables.' },
    },
    'comment.reacted': { method: 'PUT', path: `${threads}/${commentId}/reactions/${encodeURIComponent('👍')}` },
    'comment.resolved': { method: 'POST', path: `${threads}/${commentId}/resolve` },
  }
  return rawRequest({ ...about[type], token })
}

const bodyOf = (bytes) => JSON.parse(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4))

/** When each write was acknowledged, and how long after that each event was received. */
const createLedger = () => {
  const acknowledged = new Map()
  const delays = { live: [], missed: [] }
  /** By deal and event number, as first received. */
  const received = new Map()
  let changedLater = 0
  return {
    acknowledged,
    delays,
    received,
    changedLater: () => changedLater,
    hear: ({ seq, event_type: type, data }, { dealId, liveSince }) => {
      const key = keyOf(type, data?.comment_id)
      const place = `${dealId} ${seq}`
      if ((received.get(place) ?? key) !== key) changedLater += 1
      received.set(place, key)
      // An event received before its write was acknowledged counts as no delay.
      const at = acknowledged.get(key)
      const wasHere = at === undefined || at >= liveSince
      delays[wasHere ? 'live' : 'missed'].push(at === undefined ? 0 : performance.now() - at)
    },
  }
}

/** Writes whole threads, each step by another person and on the other node, until there are enough events. */
const writeThreads = async (nodes, deals, { events, writers }, acknowledge) => {
  let threads = 0
  const write = async () => {
    const connections = nodes.map(({ port }) => openConnection(port))
    while (threads < events / steps.length) {
      const number = threads++
      const { id: dealId, people } = deals[number % deals.length]
      let commentId
      for (const [step, type] of steps.entries()) {
        const { token } = people[(number + Math.floor(number / deals.length) + step) % people.length]
        const request = requestOf(type, { dealId, commentId, token })
        const { status, bytes } = await connections[(number + step) % connections.length].send(request)
        if (status >= 300) throw new Error(`${type} was answered with ${bytes}`)
        commentId ??= bodyOf(bytes).comment_id
        acknowledge(keyOf(type, commentId))
      }
    }
    for (const connection of connections) connection.close()
  }
  await Promise.all(Array.from({ length: writers }, write))
}

/** In random order, so that the cut channels are spread over deals and nodes. */
const shuffled = (all) =>
  all
    .map((item) => ({ item, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)

const readAuditTrail = async (client) => {
  const { rows } = await client.query(
    "SELECT deal_id, seq::int, type, data::json->>'comment_id' AS comment FROM journal",
  )
  const heads = new Map()
  for (const { deal_id: deal, seq } of rows) heads.set(deal, Math.max(seq, heads.get(deal) ?? 0))
  return { heads, entries: new Map(rows.map((row) => [`${row.deal_id} ${row.seq}`, keyOf(row.type, row.comment)])) }
}

/** Waits until every follower has received everything, or nothing more has arrived for a minute. */
const settle = async (followers, heads) => {
  const behind = () => followers.reduce((sum, { dealId, seq }) => sum + (heads.get(dealId) ?? 0) - seq, 0)
  let [left, since] = [behind(), performance.now()]
  while (left > 0 && performance.now() - since < 60_000) {
    await pause(50)
    const now = behind()
    if (now < left) [left, since] = [now, performance.now()]
  }
  return left
}

const show = (number) => Math.round(number).toLocaleString('en')
const spread = (all) => `p50 ${quantile(all, 0.5).toFixed(1)} ms, p99 ${quantile(all, 0.99).toFixed(1)} ms`

const rowsOf = ({ followers, ledger, journal, left, cuts, size }) => {
  const { acknowledged, delays, received } = ledger
  const sum = (field) => followers.reduce((all, follower) => all + follower[field], 0)
  const lost = sum('skipped') + left
  const written = new Set(journal.entries.values())
  const unwritten = [...acknowledged.keys()].filter((key) => !written.has(key)).length
  const otherwise =
    ledger.changedLater() + [...received].filter(([place, key]) => journal.entries.get(place) !== key).length
  const expected = followers.reduce((all, { dealId }) => all + (journal.heads.get(dealId) ?? 0), 0)
  const row = (what, count, of) => ({ what, asked: '0', found: `${show(count)} of ${show(of)}`, held: count === 0 })
  return [
    {
      what: 'open channels, events, cuts',
      asked: [followers.length, size.events, size.cuts].map(show).join(', '),
      found: [followers.length, acknowledged.size, cuts].map(show).join(', '),
      held: acknowledged.size === size.events && cuts === size.cuts,
    },
    row('acknowledged writes that the journal lacks', unwritten, acknowledged.size),
    row('events lost or out of order', lost, expected),
    row('events repeated', sum('repeated'), expected),
    row('events that differ from the audit trail', otherwise, expected),
    {
      what: 'delay from the acknowledged write to its receipt, channel open',
      asked: 'measured',
      found: `${spread(delays.live)} of ${show(delays.live.length)}`,
      held: delays.live.length > 0,
    },
  ]
}

const proveOn = async ({ databaseUrl, redisUrl, size, say }) => {
  const place = await makePlace({ databaseUrl })
  const env = { ...place.env, DEMO: 'off', REDIS_URL: redisUrl }
  const nodes = []
  const client = new pg.Client({ connectionString: databaseUrl })
  let followers = []
  try {
    for (let n = 0; n < 2; n++) nodes.push(await startServer({ env }))
    await client.connect()
    const deals = await plantDeals(client, env.JWT_SECRET, size)
    const ledger = createLedger()
    const urls = nodes.map(({ url }) => url)
    followers = await openFollowers(
      deals.flatMap(({ id: dealId, people }) =>
        people.map(({ token }, n) => ({ dealId, token, urls, first: n, hear: ledger.hear })),
      ),
    )
    say(`${followers.length} channels are open on ${deals.length} deals`)

    const toCut = shuffled(followers).slice(0, size.cuts)
    const everySo = Math.floor(size.events / (size.cuts + 1))
    let cuts = 0
    const begun = performance.now()
    await writeThreads(nodes, deals, size, (key) => {
      ledger.acknowledged.set(key, performance.now())
      if (ledger.acknowledged.size % everySo !== 0 || cuts === toCut.length) return
      toCut[cuts].cut()
      cuts += 1
    })
    const seconds = (performance.now() - begun) / 1000
    say(`${ledger.acknowledged.size} events written in ${seconds.toFixed(0)} s, ${cuts} channels cut`)
    const journal = await readAuditTrail(client)
    const left = await settle(followers, journal.heads)
    // A late duplicate would arrive now.
    await pause(2_000)
    const { missed } = ledger.delays
    const late = followers.reduce((all, { cameLate }) => all + cameLate, 0)
    return {
      rows: rowsOf({ followers, ledger, journal, left, cuts, size }),
      notes: [
        `${deals.length} deals with ${size.perDeal} channels each, half on each node; ${size.people} people wrote ${show(ledger.acknowledged.size / seconds)} events a second over ${size.writers} connections to each node, ${show(followers.length / deals.length)} heard each`,
        `what was written while a channel was away came after it had returned: ${spread(missed)} of ${show(missed.length)}; the pause before a return is 250 to 500 ms`,
        `returns whose word came after the 250 ms and that fetched what lay between: ${late}; channels that the service ended: ${endsOf(followers)}`,
        'writers and listeners are one process on the same processors as both nodes, PostgreSQL and Redis',
      ],
    }
  } finally {
    for (const { stop } of followers) stop()
    for (const { stop } of nodes) await stop()
    await client.end()
    await place.remove()
  }
}

export const prove = ({ quick, say }) =>
  withOwnRedis((redisUrl) =>
    onFreshDatabase(defaultServer, (databaseUrl) => proveOn({ databaseUrl, redisUrl, size: quick ? few : full, say })),
  )
