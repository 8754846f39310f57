// Compares an edit of a comment through the whole service (authentication, role, rate limit, transaction, audit trail,
// notification, event) with a bare handler that runs only the SQL of the edit, in Fastify + pg and in FastAPI +
// asyncpg. The three alternate on one database in one run: over 1,000 deals, over 1,000 deals with a mention in each
// edit, and on one deal. Missing FastAPI and asyncpg are installed from Debian packages.
//
//   node bench/edit-throughput.mjs [--seconds 5] [--rounds 3] [--connections 48] [--server postgres://…] [--only service]
//
// Each of 1,000 users edits their own comments, so that nobody reaches the limit of 300 writes per minute.
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { watchCpu } from '@deal-canvas/proof/cpu-time'
import { defaultServer, onFreshDatabase } from '@deal-canvas/proof/fresh-database'
import { load, rawRequest, sendOnce } from '@deal-canvas/proof/http-load'
import { launch, makePlace, printFacts, quantile, startServer } from '@deal-canvas/proof/server'
import { signInAll } from '@deal-canvas/proof/signed-in'
import pg from 'pg'
import { installPythonPackages, python } from './peers/python-packages.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '48' },
    server: { type: 'string', default: defaultServer },
    only: { type: 'string' },
  },
})
const [seconds, rounds, connections] = [values.seconds, values.rounds, values.connections].map(Number)
const deals = 1000

/** Deal n belongs to user n and has two more members to mention; in deal 0, the hot one, every user has a comment. */
const plant = async (client) => {
  await client.query('SET session_replication_role = replica')
  const ids = (text) => client.query(text).then(({ rows }) => rows.map(({ id }) => id))
  const org =
    "INSERT INTO orgs (id, name, slug, status, settings, created_at, updated_at) VALUES (gen_random_uuid(), 'Bench', 'bench', 'active', '{}', now(), now()) RETURNING id"
  const [orgId] = await ids(org)
  const users = await ids(
    `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
     SELECT gen_random_uuid(), 'Person ' || n, 'active', gen_random_uuid(), '{"mentions":false}', now(), now()
     FROM generate_series(1, ${deals}) n RETURNING id`,
  )
  await client.query("INSERT INTO org_members SELECT $1, id, 'member', now() FROM unnest($2::uuid[]) id", [
    orgId,
    users,
  ])
  await client.query(
    `INSERT INTO deals (id, org_id, name, tier, status, created_at, updated_at)
     SELECT 'deal-' || n, $1, 'Deal ' || n, 'legacy', 'open', now(), now() FROM generate_series(0, ${deals}) n`,
    [orgId],
  )
  await client.query(
    "INSERT INTO journal_heads SELECT id, 0, repeat('0', 64), NULL, 0, 0, 0, 0, 0 FROM deals WHERE id LIKE 'deal-%'",
  )
  await client.query(
    `INSERT INTO deal_members (deal_id, user_id, role, created_at)
     SELECT 'deal-0', id, 'commenter', now() FROM unnest($1::uuid[]) id
     UNION ALL
     SELECT 'deal-' || n, ($1::uuid[])[1 + (n - 1 + k) % ${deals}], 'commenter', now()
     FROM generate_series(1, ${deals}) n, generate_series(0, 2) k`,
    [users],
  )
  const { rows } = await client.query(
    `INSERT INTO comments (id, deal_id, comment_type, author_id, content, status, created_at, updated_at, anchor_status, mentioned, version, reply_count)
     SELECT gen_random_uuid(), deal, 'comment', ($1::uuid[])[n], 'Where does this figure come from?', 'open', now(), now(), 'none', '{}', 1, 0
     FROM generate_series(1, ${deals}) n, unnest(ARRAY['deal-' || n, 'deal-0']) deal
     RETURNING id, deal_id AS deal, author_id AS author`,
    [users],
  )
  await client.query('RESET session_replication_role')
  await client.query('VACUUM ANALYZE')
  return { users, comments: rows }
}

/** Endless requests for each kind of edit: each one changes the comment to a new text. */
const createEdits = ({ users, comments }, tokens) => {
  const numbers = new Map(users.map((id, index) => [id, index]))
  const hot = comments.filter(({ deal }) => deal === 'deal-0')
  const spread = comments.filter(({ deal }) => deal !== 'deal-0')
  let count = 0
  const edit = (some, mentions) => () => {
    count += 1
    const { id, deal, author } = some[count % some.length]
    const number = numbers.get(author)
    const other = users[(number + 1 + (Math.floor(count / some.length) % 2)) % users.length]
    return rawRequest({
      method: 'PUT',
      path: `/api/canvas/${deal}/comments/${id}`,
      token: tokens[number],
      body: { content: `Where does figure ${count} come from?`, ...(mentions ? { mentioned_user_ids: [other] } : {}) },
    })
  }
  return {
    [`${deals} deals`]: edit(spread, false),
    [`${deals} deals, mentioning`]: edit(spread, true),
    'one deal': edit(hot, false),
  }
}

const file = (path) => fileURLToPath(new URL(path, import.meta.url))

const startPeers = async (databaseUrl, place) => {
  const peer = async (command, env = {}) => {
    const started = await launch({ env: { DATABASE_URL: databaseUrl, ...env }, command })
    await started.says('The peer is ready')
    return started
  }
  const bare = [process.execPath, file('./peers/bare-edit.mjs')]
  const starters = {
    service: () => startServer({ env: place.env }),
    'Fastify + pg': () => peer(bare),
    'Fastify + pg, prepared': () => peer(bare, { PREPARED: '1' }),
    'FastAPI + asyncpg': () => peer([python, file('./peers/bare_edit.py')]),
  }
  const wanted = Object.entries(starters).filter(([name]) => values.only === undefined || name === values.only)
  const peers = {}
  for (const [name, start] of wanted) {
    if (name.startsWith('FastAPI') && !installPythonPackages()) {
      console.error(`\n*** FastAPI + asyncpg is NOT measured: its packages could not be installed for ${python} ***\n`)
      process.exitCode = 1
    } else peers[name] = await start()
  }
  return peers
}

const show = (number, digits = 0) =>
  number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const median = (all, field) =>
  quantile(
    all.map((run) => run[field]),
    0.5,
  )

const report = (kind, measured) => {
  const heads = [
    'handler',
    'edits/s, each round',
    'median',
    'p50 ms',
    'p99 ms',
    'CPU ms/edit',
    'in PostgreSQL',
    'service is',
  ]
  console.log(`\n${kind}\n\n| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}`)
  const ours = median(measured.get('service') ?? [], 'perSecond')
  for (const [name, results] of measured) {
    const perSecond = median(results, 'perSecond')
    const row = [
      name,
      results.map((result) => show(result.perSecond)).join(', '),
      show(perSecond),
      ...['p50', 'p99'].map((field) => show(median(results, field), 1)),
      ...['cpu', 'databaseCpu'].map((field) => show(median(results, field), 2)),
      name === 'service' ? '' : `${(ours / perSecond).toFixed(2)} x`,
    ]
    console.log(`| ${row.join(' | ')} |`)
  }
}

const backendsOf = async (client) => {
  const { rows } = await client.query('SELECT pid FROM pg_stat_activity WHERE datname = current_database()')
  return rows.map(({ pid }) => pid)
}

/** Runs one round and measures the CPU time per edit in the handler's process and in the database backends. */
const measure = async ({ pid, port }, { client, next, ms }) => {
  const [ours, theirs] = [watchCpu([pid]), watchCpu(await backendsOf(client))]
  const result = await load(port, { connections, ms, next })
  const edits = result.perSecond * (ms / 1000)
  return { ...result, cpu: ours() / edits, databaseCpu: theirs(await backendsOf(client)) / edits }
}

printFacts(values.server)
console.log(
  `${connections} connections, ${rounds} rounds of ${seconds} s each, in turns; load before: ${loadavg()[0].toFixed(2)}`,
)

await onFreshDatabase(values.server, async (databaseUrl) => {
  const place = await makePlace({ databaseUrl })
  place.env.DEMO = 'off'
  // The first start creates the tables.
  await (await startServer({ env: place.env })).stop()
  const client = new pg.Client({ connectionString: databaseUrl })
  // After a failure the database is dropped under this client: its error must not hide the original one.
  client.on('error', () => undefined)
  await client.connect()
  const planted = await plant(client)
  const edits = createEdits(planted, await signInAll(client, place.env.JWT_SECRET, planted.users))
  const peers = await startPeers(databaseUrl, place)
  const versions = () => client.query('SELECT sum(version)::int AS all FROM comments').then(({ rows }) => rows[0].all)
  for (const [kind, next] of Object.entries(edits)) {
    const measured = new Map(Object.keys(peers).map((name) => [name, []]))
    for (const [name, { port }] of Object.entries(peers)) {
      const before = await versions()
      const { status, text } = await sendOnce(port, next())
      if (status !== 200 || (await versions()) !== before + 1) throw new Error(`${name} does not edit: ${text}`)
      await load(port, { connections, ms: 4000, next })
    }
    for (let round = 0; round < rounds; round++) {
      for (const [name, peer] of Object.entries(peers)) {
        measured.get(name).push(await measure(peer, { client, next, ms: seconds * 1000 }))
      }
    }
    report(kind, measured)
  }
  for (const { stop } of Object.values(peers)) await stop()
  await client.end()
  await place.remove()
})
