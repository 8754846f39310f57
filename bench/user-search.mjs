// Measures how long a superadmin waits for a search over very many users, through the real route with page and total,
// and the ratio to a thousand users. Two databases and services are called alternately, one call at a time.
//
//   node bench/user-search.mjs [--users 1000000] [--rounds 30] [--server postgres://…]
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { defaultServer, onFreshDatabase } from '@deal-canvas/proof/fresh-database'
import { call, makePlace, printFacts, quantile, signIn, startServer } from '@deal-canvas/proof/server'
import pg from 'pg'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '30' },
    server: { type: 'string', default: defaultServer },
  },
})
const [few, many, rounds] = [1000, Number(values.users), Number(values.rounds)]
printFacts(values.server)

const firstNames =
  'Ada Grace Alan Edsger Barbara Donald Tony Niklaus Leslie Radia Maya Priya Daniel Hannah Sofia Jonas Ines Omar Yuki Chen'
const lastNames =
  'Lovelace Hopper Turing Dijkstra Liskov Knuth Hoare Wirth Lamport Perlman Okafor Nair Reyes Weiss Kern Berg Silva Haddad Tanaka Wei'

/**
 * Creates users with addresses at 5,000 companies, one in 97 suspended. Fills in directly what the triggers would,
 * because they run row by row.
 */
const fill = async (databaseUrl, users) => {
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

/** Starts a service on its own database with this many users. */
const open = async (databaseUrl, users) => {
  const place = await makePlace({ databaseUrl })
  const server = await startServer({ env: place.env })
  await fill(databaseUrl, users)
  const { token } = await signIn(server.url, 'superadmin@example.com')
  const ask = async (query) => {
    const sent = performance.now()
    const path = `/api/superadmin/users?${new URLSearchParams(query)}`
    const { status, body } = await call(server.url, 'GET', path, { token })
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return { took: performance.now() - sent, total: body.total, first: body.users[0] }
  }
  const { first } = await ask({ limit: '1', offset: String(Math.floor(users / 2)) })
  return {
    users,
    someone: first.email,
    ask,
    close: async () => {
      await server.stop()
      await place.remove()
    },
  }
}

const searches = {
  everybody: () => ({}),
  'a rare name': () => ({ search: 'lovelace3f' }),
  'first and last name': () => ({ search: 'ada lovelace' }),
  'a whole address': ({ someone }) => ({ search: someone }),
  'an address at a firm': () => ({ search: '@firm12.example' }),
  'a firm': () => ({ search: 'firm4999' }),
  nobody: () => ({ search: 'nobody-is-called-so' }),
  'a common name': () => ({ search: 'dijkstra' }),
  'all addresses': () => ({ search: '.example' }),
  'two letters': () => ({ search: 'ad' }),
  suspended: () => ({ status: 'suspended' }),
  'suspended, a common name': () => ({ status: 'suspended', search: 'dijkstra' }),
  'everybody, halfway': ({ users }) => ({ offset: Math.floor(users / 2) }),
  'everybody, last page': ({ users }) => ({ offset: users - 10 }),
}

const ms = (number) => number.toFixed(1)

const measure = async (places, what) => {
  const firsts = []
  for (const place of places) firsts.push(await place.ask(searches[what](place)))
  const later = places.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [n, place] of places.entries()) later[n].push((await place.ask(searches[what](place))).took)
  const [p50, p95] = [0.5, 0.95].map((share) => later.map((all) => quantile(all, share)))
  return [
    what,
    ...places.flatMap((_, n) => [firsts[n].total.toLocaleString('en'), ms(firsts[n].took), ms(p50[n]), ms(p95[n])]),
    `${(p50[1] / p50[0]).toFixed(2)} x`,
  ]
}

await onFreshDatabase(values.server, (fewUrl) =>
  onFreshDatabase(values.server, async (manyUrl) => {
    const places = [await open(fewUrl, few), await open(manyUrl, many)]
    console.log(
      `${places.map(({ users }) => users.toLocaleString('en')).join(' and ')} users, pages of 50, ${rounds} repeats, ` +
        `load ${loadavg()[0].toFixed(2)}; a total over 10,000 is remembered for 10 s, "first" pays for it\n`,
    )
    const heads = places.flatMap(({ users }) => [`of ${users.toLocaleString('en')}`, 'first ms', 'p50 ms', 'p95 ms'])
    console.log(`| search | ${heads.join(' | ')} | ratio of p50 |\n|${'---|'.repeat(heads.length + 2)}`)
    for (const what of Object.keys(searches)) console.log(`| ${(await measure(places, what)).join(' | ')} |`)
    for (const { close } of places) await close()
  }),
)
