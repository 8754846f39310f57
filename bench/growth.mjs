// Measures whether operations get slower with more data: the same operations on the same deal by the same users, with
// 1,000 comments and 5,000 notifications in PostgreSQL, then with 1,000,000 and 5,000,000; and on a deal with 50,000
// comments, for a user with 500,000 notifications. Two databases and services are called alternately over HTTP, one
// call at a time.
//
//   node bench/growth.mjs [--comments 1000000] [--notifications 5000000] [--calls 200] [--server postgres://…]
//                         [--explain docs/measurements/growth-plans.md]
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { defaultServer, onFreshDatabase } from '@deal-canvas/proof/fresh-database'
import { call, makePlace, printFacts, quantile, startServer } from '@deal-canvas/proof/server'
import { signInAll } from '@deal-canvas/proof/signed-in'
import pg from 'pg'
import { explainRequests } from './growth/explain.mjs'
import { bigDeal, bigPersonId, peopleOf, plantFew, plantMany } from './growth/plant.mjs'

const { values } = parseArgs({
  options: {
    comments: { type: 'string', default: '1000000' },
    notifications: { type: 'string', default: '5000000' },
    calls: { type: 'string', default: '200' },
    server: { type: 'string', default: defaultServer },
    explain: { type: 'string' },
  },
})
const [comments, notifications, calls] = [values.comments, values.notifications, values.calls].map(Number)

/** The operations on a deal, by its members in turn, so that nobody reaches a rate limit. */
const createOperations = (deal, tokens, own) => {
  let count = 0
  const path = `/api/canvas/${deal}`
  const asNext = (make) => () => {
    count += 1
    const place = count % tokens.length
    return { token: tokens[place], ...make(place) }
  }
  const get = (url) => asNext(() => ({ method: 'GET', path: url }))
  const text = () => `What about figure ${count}, after all?`
  return {
    'list comments': get(`${path}/comments`),
    'by section and status': get(`${path}/comments?section_key=section-3&status=open`),
    'by author': asNext((place) => ({ method: 'GET', path: `${path}/comments?author_id=${own[place].author}` })),
    'mentioning me': get(`${path}/comments?mentions_me=true`),
    'search for words': get(`${path}/comments?q=vacancy+unit+37`),
    'changed since': get(`${path}/comments?updated_since=${new Date(Date.now() - 3_600_000).toISOString()}`),
    create: asNext(() => ({ method: 'POST', path: `${path}/comments`, body: { content: text() } })),
    edit: asNext((place) => ({ method: 'PUT', path: `${path}/comments/${own[place].id}`, body: { content: text() } })),
    'audit trail': get(`${path}/audit-trail?limit=50`),
    canvas: get(path),
    'my deals': get('/api/deals'),
  }
}

const createReading = (tokens, unread) => {
  let count = 0
  const get = (url) => () => ({ method: 'GET', path: url, token: tokens[count++ % tokens.length] })
  return {
    notifications: get('/api/canvas/notifications'),
    'unread ones': get('/api/canvas/notifications?unread_only=true'),
    'those of a deal': () => {
      const place = count++ % tokens.length
      const path = `/api/canvas/notifications?deal_id=${unread[place].deal}`
      return { method: 'GET', path, token: tokens[place] }
    },
    'read one': () => {
      const place = count++ % tokens.length
      const path = '/api/canvas/notifications/read'
      return { method: 'POST', path, token: tokens[place], body: { ids: [unread[place].ids.pop()] } }
    },
  }
}

const send = async (url, { method, path, ...rest }) => {
  const sent = performance.now()
  const { status, body } = await call(url, method, path, rest)
  const took = performance.now() - sent
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
  return took
}

/** Alternates between the services, so that other load on the machine affects all of them equally. */
const measure = async (places) => {
  const found = places.map(() => ({}))
  for (const what of Object.keys(places[0].operations)) {
    const took = places.map(() => [])
    for (let done = 0; done < calls + 20; done++) {
      for (const [index, { url, operations }] of places.entries()) {
        const ms = await send(url, operations[what]())
        if (done >= 20) took[index].push(ms)
      }
    }
    for (const [index, all] of took.entries())
      found[index][what] = { p50: quantile(all, 0.5), p95: quantile(all, 0.95) }
  }
  return found
}

/** One comment of each of these users on the deal. */
const lookUp = async (client, deal, people) => {
  const { rows: own } = await client.query(
    `SELECT DISTINCT ON (author_id) id, author_id AS author FROM comments WHERE deal_id = $1 AND author_id = ANY($2)`,
    [deal, people],
  )
  const byAuthor = new Map(own.map((row) => [row.author, row]))
  return people.map((person) => byAuthor.get(person))
}
const lookUpUnread = async (client, people) => {
  const found = []
  for (const person of people) {
    const { rows } = await client.query(
      'SELECT id, deal_id FROM notifications WHERE user_id = $1 AND read_at IS NULL ORDER BY seq DESC LIMIT $2',
      [person, calls + 40],
    )
    found.push({ ids: rows.map(({ id }) => id), deal: rows[0]?.deal_id })
  }
  return found
}

const table = (columns) => {
  const [first] = columns
  const heads = [
    'operation',
    ...columns.flatMap(({ title, base }) => (base ? [`${title}, p50 ms`, 'ratio'] : [`${title}, p50 ms`])),
  ]
  console.log(`\n| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}`)
  for (const what of Object.keys(first.found)) {
    const cells = columns.flatMap(({ found, base }) => {
      const p50 = found[what]?.p50
      if (p50 === undefined) return base ? ['', ''] : ['']
      return base ? [p50.toFixed(2), `${(p50 / base[what].p50).toFixed(2)} x`] : [p50.toFixed(2)]
    })
    console.log(`| ${what} | ${cells.join(' | ')} |`)
  }
}

printFacts(values.server)
console.log(`${calls} calls each, one at a time; load before: ${loadavg()[0].toFixed(2)}`)

/** Starts a service on its own database, filled by `plant`. */
const open = async (databaseUrl, plant) => {
  const place = await makePlace({ databaseUrl })
  place.env.DEMO = 'off'
  // The first start creates the tables.
  await (await startServer({ env: place.env })).stop()
  const client = new pg.Client({ connectionString: databaseUrl })
  // After a failure the database is dropped under this client: its error must not hide the original one.
  client.on('error', () => undefined)
  await client.connect()
  await plant(client)
  const server = await startServer({ env: place.env })
  return {
    ...place,
    client,
    server,
    close: async () => {
      await server.stop()
      await client.end()
      await place.remove()
    },
  }
}

/** The operations on a deal by its members, and notification reads by the members or by another reader. */
const operationsOf = async ({ client, env, server }, deal, reader) => {
  const people = await peopleOf(client, deal)
  const readers = reader === undefined ? people : [reader]
  const tokens = await signInAll(client, env.JWT_SECRET, people)
  const readerTokens = reader === undefined ? tokens : await signInAll(client, env.JWT_SECRET, readers)
  return {
    url: server.url,
    operations: {
      ...createOperations(deal, tokens, await lookUp(client, deal, people)),
      ...createReading(readerTokens, await lookUpUnread(client, readers)),
    },
  }
}

const writePlans = async (path, { client, env }, operations) => {
  const requests = Object.entries(operations).map(([what, next]) => ({ what, ...next() }))
  const explained = await explainRequests({ ...process.env, ...env }, client, requests)
  const plans = explained.map(
    ({ what, name, plan }) => `## ${what}${name ? `: \`${name}\`` : ''}\n\n\`\`\`\n${plan}\n\`\`\`\n`,
  )
  const among = `${comments.toLocaleString('en')} comments and ${notifications.toLocaleString('en')} notifications`
  const intro = `Written by \`node bench/growth.mjs --explain …\`: every statement of the measured operations, each once, on the deal with 50,000 comments and for the person with 500,000 notifications, as PostgreSQL ran it among ${among}.`
  writeFileSync(path, `# Plans on the grown database\n\n${intro}\n\n${plans.join('\n')}`)
}

const showSizes = async ({ client }) => {
  const { rows } = await client.query(
    "SELECT relname AS name, pg_size_pretty(pg_total_relation_size(oid)) AS size, reltuples::int AS rows FROM pg_class WHERE relname IN ('comments', 'notifications', 'journal')",
  )
  console.log(
    rows.map(({ name, size, rows: count }) => `${name}: ${count.toLocaleString('en')} rows, ${size}`).join('; '),
  )
}

await onFreshDatabase(values.server, (fewUrl) =>
  onFreshDatabase(values.server, async (manyUrl) => {
    const few = await open(fewUrl, plantFew)
    const many = await open(manyUrl, async (client) => {
      await plantFew(client)
      await plantMany(client, { comments, notifications })
      await client.query('CHECKPOINT')
    })
    await showSizes(many)
    const big = await operationsOf(many, bigDeal, await bigPersonId(many.client))
    const [base, grown, biggest] = await measure([
      await operationsOf(few, 'deal-3'),
      await operationsOf(many, 'deal-3'),
      big,
    ])
    table([
      { title: '1,000 comments', found: base },
      { title: comments.toLocaleString('en'), found: grown, base },
      { title: 'a deal of 50,000, a person of 500,000', found: biggest, base },
    ])
    if (values.explain !== undefined) await writePlans(values.explain, many, big.operations)
    for (const place of [few, many]) await place.close()
  }),
)
