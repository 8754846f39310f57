// How long a superadmin waits for a search over very many users, through the real route, page and total included.
//
//   node bench/user-search.mjs --database-url postgres://… (an empty database) [--users 1000000] [--rounds 30]
import { parseArgs } from 'node:util'
import pg from 'pg'
import { call, makePlace, printFacts, quantile, signIn, startServer } from './server.mjs'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '30' },
    'database-url': { type: 'string' },
  },
})
const [users, rounds, databaseUrl] = [Number(values.users), Number(values.rounds), values['database-url']]
if (databaseUrl === undefined) throw new Error('Needs --database-url')
printFacts(databaseUrl)

const firstNames =
  'Ada Grace Alan Edsger Barbara Donald Tony Niklaus Leslie Radia Maya Priya Daniel Hannah Sofia Jonas Ines Omar Yuki Chen'
const lastNames =
  'Lovelace Hopper Turing Dijkstra Liskov Knuth Hoare Wirth Lamport Perlman Okafor Nair Reyes Weiss Kern Berg Silva Haddad Tanaka Wei'

/** People with names, addresses at 5,000 firms, one in 97 suspended. The triggers' work is done by hand: they go row by row. */
const fill = async () => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('SET session_replication_role = replica')
  await client.query(
    `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, search_text, created_at, updated_at)
     SELECT gen_random_uuid(), name, CASE WHEN n % 97 = 0 THEN 'suspended' ELSE 'active' END, gen_random_uuid(), '{"mentions":true}',
       lower(name || E'\\n' || replace(name, ' ', '.') || '-' || n || '@firm' || n % 5000 || '.example'), at, at
     FROM (SELECT n, f[1 + n * 7919 % 20] || ' ' || l[1 + n / 20 * 104729 % 20] || to_hex((n * 2654435761 % 4096)::int) AS name,
         now() - n * interval '30 seconds' AS at
       FROM generate_series(1, $1::bigint) n, string_to_array($2, ' ') f, string_to_array($3, ' ') l) person`,
    [users, firstNames, lastNames],
  )
  await client.query(
    `INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at)
     SELECT id, split_part(search_text, E'\\n', 2), true, true, created_at, created_at FROM users WHERE search_text LIKE '%.example'`,
  )
  for (const table of ['users', 'user_emails']) await client.query(`VACUUM ANALYZE ${table}`)
  await client.end()
}

const place = await makePlace({ databaseUrl })
const server = await startServer({ env: place.env })
await fill()
const { token } = await signIn(server.url, 'superadmin@example.com')

const ask = async (query) => {
  const sent = performance.now()
  const { status, body } = await call(server.url, 'GET', `/api/superadmin/users?${new URLSearchParams(query)}`, {
    token,
  })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return { took: performance.now() - sent, total: body.total }
}

const halfway = new URLSearchParams({ limit: '1', offset: String(Math.floor(users / 2)) })
const { body: half } = await call(server.url, 'GET', `/api/superadmin/users?${halfway}`, { token })
const someone = half.users[0].email

const rows = []
for (const [what, query] of [
  ['everybody', {}],
  ['a rare name', { search: 'lovelace3f' }],
  ['first and last name', { search: 'ada lovelace' }],
  ['a whole address', { search: someone }],
  ['an address at a firm', { search: '@firm12.example' }],
  ['a firm', { search: 'firm4999' }],
  ['nobody', { search: 'nobody-is-called-so' }],
  ['a common name', { search: 'dijkstra' }],
  ['all addresses', { search: '.example' }],
  ['two letters', { search: 'ad' }],
  ['suspended', { status: 'suspended' }],
  ['suspended, a common name', { status: 'suspended', search: 'dijkstra' }],
  ['everybody, page 1,000', { offset: 50_000 }],
  ['everybody, last page', { offset: users - 10 }],
]) {
  const { took: first, total } = await ask(query)
  const later = []
  for (let round = 0; round < rounds; round++) later.push((await ask(query)).took)
  rows.push({
    search: what,
    total,
    'first ms': first.toFixed(1),
    'p50 ms': quantile(later, 0.5).toFixed(1),
    'p95 ms': quantile(later, 0.95).toFixed(1),
  })
}
await server.stop()
await place.remove()

console.log(
  `${users.toLocaleString('en')} users, pages of 50, ${rounds} repeats; a total over 10,000 is remembered for 10 s\n`,
)
const heads = Object.keys(rows[0])
console.log(`| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}`)
for (const row of rows) console.log(`| ${heads.map((head) => row[head].toLocaleString('en')).join(' | ')} |`)
