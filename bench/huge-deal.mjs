// Measures the memory of a node while many clients read the largest possible deal. Creates a memo of 200 sections with
// 100,000 characters each (more than can be written today, as in older data), threads of 4 MB, long histories and an
// audit trail of 8 KiB events in its own PostgreSQL database, and lets many readers request each list at once.
// Exits with 1 if the node uses 1 GiB, a response is larger than 8 MiB, or a request is rejected.
//
//   node bench/huge-deal.mjs [--readers 20] [--seconds 5] [--sections 200] [--threads 20] [--server postgres://…]
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { defaultServer, onFreshDatabase } from '@deal-canvas/proof/fresh-database'
import { makePlace, printFacts, quantile, signIn, startServer } from '@deal-canvas/proof/server'
import pg from 'pg'

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
    sections: { type: 'string', default: '200' },
    threads: { type: 'string', default: '20' },
    server: { type: 'string', default: defaultServer },
  },
})
const [readers, seconds, sections, threads] = [values.readers, values.seconds, values.sections, values.threads].map(
  Number,
)
const maxRss = 1024 ** 3
const maxAnswer = 8 * 1024 ** 2
const deal = 'huge-deal'
printFacts(values.server)

const plant = async (url) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sql = (text, parameters = []) => client.query(text, parameters)
  const { rows } = await sql("SELECT user_id AS id FROM user_emails WHERE email = 'owner@example.com'")
  const owner = rows[0].id
  await sql(
    "INSERT INTO deals (id, created_by, name, tier, status, created_at, updated_at) VALUES ($1, $2, 'Huge', 'legacy', 'open', now(), now())",
    [deal, owner],
  )
  await sql(
    `INSERT INTO journal_heads (deal_id, seq, hash, retrievals, discourse, activity, readiness, llm_calls)
      VALUES ($1, 5000, repeat('0', 64), 5000, 0, 0, 0, 0)`,
    [deal],
  )
  await sql("INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, 'owner', now())", [
    deal,
    owner,
  ])
  await sql(
    `INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
      SELECT $1, 's' || n, 'Section ' || n, repeat('🌍', 100000), 1, n, '{}', false, 0, now() FROM generate_series(0, $2::int - 1) n`,
    [deal, sections],
  )
  await sql(
    `INSERT INTO section_versions (deal_id, section_key, version, title, content, updated_at)
      SELECT $1, 's0', n, 'Section', n || repeat('🌍', 99000), now() FROM generate_series(1, 100) n`,
    [deal],
  )
  await sql(
    `WITH written AS (
        INSERT INTO comments (id, deal_id, comment_type, author_id, content, status, created_at, updated_at, anchor_status, mentioned, version, reply_count)
        SELECT gen_random_uuid(), $1, 'comment', $2, repeat('🌍', 2000), 'open', now() - n * interval '1 s', now(), 'none', '{}', 1, 500
        FROM generate_series(1, $3::int) n RETURNING id
      )
      INSERT INTO comment_replies (id, comment_id, deal_id, author_id, content, created_at, mentioned)
      SELECT gen_random_uuid(), id, $1, $2, repeat('🌍', 2000), now() + n * interval '1 ms', '{}' FROM written, generate_series(1, 500) n`,
    [deal, owner, threads],
  )
  await sql(
    `INSERT INTO journal (deal_id, seq, ts, kind, type, actor_id, by_superadmin, data, salt, data_digest, prev_hash, hash, signature)
      SELECT $1, n, now(), 'retrieval', 'ext.note', $2, false, $3, '', '', '', '', '' FROM generate_series(1, 5000) n`,
    [deal, owner, JSON.stringify({ note: 'x'.repeat(8_000) })],
  )
  const comment = (await sql('SELECT id FROM comments LIMIT 1')).rows[0].id
  await client.end()
  return comment
}

const statusOf = async (pid, field) => {
  const [, kibibytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1024
}
const mib = (bytes) => `${Math.round(bytes / 2 ** 20)} MiB`

/** All readers request one path until the time is up. */
const readFor = async (url, token, path) => {
  const until = performance.now() + seconds * 1000
  const seen = { times: [], largest: 0, refused: 0 }
  const reader = async () => {
    while (performance.now() < until) {
      const sent = performance.now()
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
      const bytes = (await answer.arrayBuffer()).byteLength
      seen.times.push(performance.now() - sent)
      seen.largest = Math.max(seen.largest, bytes)
      if (answer.status !== 200) seen.refused += 1
    }
  }
  await Promise.all(Array.from({ length: readers }, reader))
  return seen
}

const run = async (databaseUrl) => {
  const place = await makePlace({ databaseUrl })
  const server = await startServer({ env: place.env })
  const comment = await plant(databaseUrl)
  const { token } = await signIn(server.url, 'owner@example.com')
  const at = `/api/canvas/${deal}`
  const paths = {
    canvas: at,
    section: `${at}/sections/s0`,
    'section history': `${at}/sections/s0/history?limit=100`,
    comments: `${at}/comments?limit=100`,
    comment: `${at}/comments/${comment}`,
    replies: `${at}/comments/${comment}/replies?limit=100`,
    'audit trail': `${at}/audit-trail?limit=5000`,
    since: `${at}/since`,
    feedback: `${at}/feedback`,
  }
  let isHeld = true
  console.log(
    `${sections} sections x 100,000 characters, ${threads} threads of 4 MB, ${readers} readers, ${seconds} s each`,
  )
  console.log(`at rest ${mib(await statusOf(server.pid, 'VmRSS'))}`)
  for (const [name, path] of Object.entries(paths)) {
    const { times, largest, refused } = await readFor(server.url, token, path)
    const rss = await statusOf(server.pid, 'VmRSS')
    isHeld &&= refused === 0 && largest <= maxAnswer
    console.log(
      `${name.padEnd(16)} ${String(times.length).padStart(6)} answers, p95 ${quantile(times, 0.95).toFixed(0).padStart(6)} ms, ` +
        `largest ${(largest / 1024).toFixed(0).padStart(6)} KiB, refused ${refused}, memory ${mib(rss)}`,
    )
  }
  const peak = await statusOf(server.pid, 'VmHWM')
  await server.stop()
  await place.remove()
  console.log(`most memory ${mib(peak)}`)
  return isHeld && peak < maxRss
}

const isHeld = await onFreshDatabase(values.server, run)
console.log(isHeld ? 'held' : 'WRONG: too much memory, too large an answer, or a refusal')
process.exit(isHeld ? 0 : 1)
