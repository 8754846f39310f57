// Measures the search over everything that a person can see: 1,000,000 comments and 100,000 documents in many
// organizations, over HTTP, one call at a time: by a person with three deals, the owner of an organization with 10,000
// deals, a member of 500 of them, and within deals of 100 and 50,000 comments.
//
//   node bench/search.mjs [--comments 1000000] [--documents 100000] [--calls 40] [--server postgres://…]
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { defaultServer, onFreshDatabase } from '@deal-canvas/proof/fresh-database'
import { call, makePlace, printFacts, quantile, startServer } from '@deal-canvas/proof/server'
import { signInAll } from '@deal-canvas/proof/signed-in'
import pg from 'pg'
import { people, plant } from './growth/plant-search.mjs'

const { values } = parseArgs({
  options: {
    comments: { type: 'string', default: '1000000' },
    documents: { type: 'string', default: '100000' },
    calls: { type: 'string', default: '40' },
    server: { type: 'string', default: defaultServer },
  },
})
const [comments, documents, calls] = [values.comments, values.documents, values.calls].map(Number)

const words = {
  'in every comment': 'vacancy',
  'its beginning': 'vac',
  'in one of a thousand': 'unit 137',
  'in ten old comments': 'platypus',
  'two that never meet': 'oldest newest',
  IRR: 'IRR',
  nowhere: 'xylophone',
}
const askers = {
  'a person with 3 deals': ({ few }) => ({ who: few }),
  'the owner of 10,000 deals': ({ owner }) => ({ who: owner }),
  'a member of 500 deals': ({ many }) => ({ who: many }),
  'in a deal of 100 comments': ({ few }) => ({ who: few, deal: 'small-1' }),
  'in a deal of 50,000 comments': ({ few }) => ({ who: few, deal: 'huge' }),
}

printFacts(values.server)
console.log(`${calls} calls each, one at a time; load before: ${loadavg()[0].toFixed(2)}`)

const open = async (databaseUrl, size) => {
  const place = await makePlace({ databaseUrl })
  place.env.DEMO = 'off'
  // Nothing is computed in the background while the search is measured.
  place.env.EMBEDDINGS = 'words'
  // The first start creates the tables.
  await (await startServer({ env: place.env })).stop()
  const client = new pg.Client({ connectionString: databaseUrl })
  // After a failure the database is dropped under this client: its error must not hide the original one.
  client.on('error', () => undefined)
  await client.connect()
  const began = performance.now()
  await plant(client, size)
  const { rows } = await client.query('SELECT kind, count(*)::int AS n FROM search_entries GROUP BY kind ORDER BY kind')
  const bytes = await client.query(
    "SELECT pg_size_pretty(pg_total_relation_size('search_entries')) AS all, pg_size_pretty(pg_relation_size('search_entries')) AS rows",
  )
  console.log(
    `${rows.map(({ kind, n }) => `${kind} ${n.toLocaleString('en')}`).join(', ')}: ${bytes.rows[0].all}, of which rows ${bytes.rows[0].rows}; planted in ${Math.round((performance.now() - began) / 1000)} s`,
  )
  const ids = await people(client)
  const tokens = await signInAll(client, place.env.JWT_SECRET, Object.values(ids))
  const server = await startServer({ env: place.env })
  return {
    url: server.url,
    tokens: Object.fromEntries(Object.keys(ids).map((name, at) => [name, tokens[at]])),
    close: async () => {
      await server.stop()
      await client.end()
      await place.remove()
    },
    // So that the limit of 120 searches a minute does not end the measurement.
    forget: () => client.query('DELETE FROM rate_limits'),
  }
}

const ask = async ({ url, tokens }, asker, q) => {
  const { who, deal } = asker(tokens)
  const within = deal === undefined ? '' : `&deal_id=${deal}`
  const sent = performance.now()
  const { status, body } = await call(url, 'GET', `/api/search?q=${encodeURIComponent(q)}${within}`, { token: who })
  const took = performance.now() - sent
  if (status !== 200) throw new Error(`${q}: ${status} ${JSON.stringify(body)}`)
  return { took, hits: body.counts.map(({ count, more }) => (more ? '99+' : count)).join(' ') }
}

await onFreshDatabase(values.server, async (databaseUrl) => {
  const place = await open(databaseUrl, { comments, documents })
  console.log('\n| who | word | least ms | p50 ms | p95 ms | hits by kind |\n|---|---|---|---|---|---|')
  for (const [who, asker] of Object.entries(askers)) {
    for (const [word, q] of Object.entries(words)) {
      const took = []
      let hits = ''
      await place.forget()
      for (let done = 0; done < calls + 8; done++) {
        const asked = await ask(place, asker, q)
        if (done >= 8) took.push(asked.took)
        hits = asked.hits
      }
      const cells = [Math.min(...took), quantile(took, 0.5), quantile(took, 0.95)].map((ms) => ms.toFixed(1))
      console.log(`| ${who} | ${word} | ${cells.join(' | ')} | ${hits} |`)
    }
  }
  await place.close()
})
console.log(`load after: ${loadavg()[0].toFixed(2)}`)
